// Preloaded into the example servers, which insist on port 8765: moves them to a free port and says which.
import { Server } from "node:net"

const { listen } = Server.prototype

Server.prototype.listen = function (port, ...rest) {
  this.once("listening", () => process.stdout.write(`PORT ${this.address().port}\n`))
  return listen.call(this, port === 8765 ? 0 : port, ...rest)
}
