"""The server: it serves the client, runs the tables and stores them.

How the process starts, to read in this order:

    main         `clande serve`: reads the options, takes the port, greets
    settings     the options
    process      puts the parts of the server together
    app          the web application: the client's files and all routes
    game_setups  what tables can be opened with
    ports        clock and randomness

The rest, from requests down to the disk:

    http           middleware, static files, routes and the schemas of their bodies
    sockets        connections of clients, and the messages of the protocol
    people         guests, accounts, families, moderation
    lobby          the house: its tables, seats, codes and votes
    tables         one actor for each running game: commands, clocks, views, chat
    bots           bots that play in processes of their own
    lessons        tutorials
    notifications  mail and webhooks for turns
    dictopia       daily games, training and reviews: the only folder that knows a game by name
    operations     logs, metrics, limits, addresses; backup and other commands
    store          rows in SQLite or PostgreSQL
"""
