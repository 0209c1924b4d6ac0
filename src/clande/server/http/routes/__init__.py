"""The routes, one file an area. They read a request and answer it; the areas do the rest."""
