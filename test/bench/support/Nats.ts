import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer, type AddressInfo, connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { PeerFacts } from "../servers/facts.ts"
import { natsServer } from "./Machine.ts"
import { pinned, type Program, stoppable } from "./Program.ts"

/** A port that was free a moment ago. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, "close")
  return port
}

const listens = async (port: number) => {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline;) {
    const socket = connect(port, "127.0.0.1")
    const open = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "error").then(() => false)
    ]).catch(() => false)
    socket.destroy()
    if (open) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error("nats-server does not listen")
}

/** nats-server with its WebSocket listener on the server's core; null where it is not installed. */
export const startNats = async (): Promise<Omit<Program<PeerFacts>, "ask" | "kill"> | null> => {
  if (!existsSync(natsServer)) return null
  const folder = await mkdtemp(join(tmpdir(), "fleet-bench-nats-"))
  const [port, webPort] = [await freePort(), await freePort()]
  const file = join(folder, "nats.conf")
  await writeFile(
    file,
    `listen: "127.0.0.1:${port}"\nwebsocket { listen: "127.0.0.1:${webPort}", no_tls: true, compression: false }\n`
  )
  const [command, args] = pinned("server", natsServer, ["-c", file])
  const child = spawn(command, args, { stdio: "ignore", env: { ...process.env, GOMAXPROCS: "1" } })
  const ended = once(child, "exit")
  const stop = stoppable(async () => {
    child.kill("SIGTERM")
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  await listens(webPort)
  return { pid: child.pid!, facts: { url: `ws://127.0.0.1:${webPort}` }, stop }
}
