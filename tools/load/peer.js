// A room of boardgame.io with nine cells, for the comparison: node peer.js PORT, run where it is installed.
// It is lighter than any real game: no secret, no view of a seat, nothing on disk.
const net = require("net");
const listen = net.Server.prototype.listen; // it would listen on every address of the machine
net.Server.prototype.listen = function (port, ...rest) {
  const number = typeof port === "object" ? port.port : port;
  const ready = rest.find((part) => typeof part === "function");
  return listen.call(this, { port: number, host: "127.0.0.1" }, ready);
};
const place = require.resolve("boardgame.io/server", { paths: [process.cwd()] });
const { Server, Origins } = require(place);
const room = {
  name: "room",
  setup: () => ({ cells: Array(9).fill(-1) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    click: ({ G, playerID }, cell) => {
      if (!(cell >= 0 && cell < 9)) return "INVALID_MOVE";
      G.cells[cell] = Number(playerID);
    },
  },
};
Server({ games: [room], origins: [Origins.LOCALHOST] }).run({ port: Number(process.argv[2]) });
