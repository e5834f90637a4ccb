import { spawn } from "node:child_process"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { chmod, mkdtemp, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { freePort } from "./Nats.ts"
import { type LinkShape, slowLink } from "./SlowLink.ts"

export type { LinkShape } from "./SlowLink.ts"

/** What stands between a browser and the service; robots are beside the service. */
export interface ViewerLink {
  /** A proxy delays what has left TCP already, and loses nothing that TCP would see. */
  readonly kind: "network" | "proxy"
  /** Where the service listens. */
  readonly listens: { readonly host: string; readonly port: number }
  /** How browsers and robots find it. */
  readonly url: string
  /** The program that runs a browser at the far end. */
  readonly browser: string
  readonly change: (shape: LinkShape) => Promise<void>
  /** Bytes that have gone to the browser. */
  readonly bytesDown: () => number
  readonly close: () => void
}

const python = "/usr/bin/python3"
const program = join(import.meta.dirname, "tunLink.py")
/** How long a network may take to be there, where this machine can make one. */
const patienceMs = 10_000

const mayMakeNetworks = () =>
  process.platform === "linux" &&
  process.getuid?.() === 0 &&
  ["/dev/net/tun", python, "/usr/sbin/ip"].every((path) => existsSync(path))

/** A network of its own for the browser; null where this machine makes none. */
const network = async (chromium: string): Promise<ViewerLink | null> => {
  if (!mayMakeNetworks()) return null
  const name = `fb${process.pid}`
  const number = 1 + (process.pid % 250)
  const child = spawn(python, [program, name, String(number)], { stdio: ["pipe", "pipe", "ignore"] })
  child.stdin.on("error", () => undefined)
  const lines = createInterface({ input: child.stdout })
  const next = () =>
    new Promise<string | null>((resolve) => {
      const timer = setTimeout(() => resolve(null), patienceMs)
      const done = (line: string | null) => {
        clearTimeout(timer)
        resolve(line)
      }
      lines.once("line", done)
      child.once("exit", () => done(null))
    })
  if ((await next()) !== "up") {
    child.kill("SIGTERM")
    return null
  }
  const folder = await mkdtemp(join(tmpdir(), "fleet-bench-"))
  const browser = join(folder, "chromium")
  await writeFile(browser, `#!/bin/sh\nexec ip netns exec ${name} ${chromium} "$@"\n`)
  await chmod(browser, 0o755)
  const host = `10.78.${number}.1`
  const port = await freePort()
  return {
    kind: "network",
    listens: { host: "0.0.0.0", port },
    url: `http://${host}:${port}`,
    browser,
    change: async ({ bytesPerSecond, delayMs, loss }) => {
      const changed = next()
      child.stdin.write(`${delayMs} ${loss} ${Number.isFinite(bytesPerSecond) ? bytesPerSecond * 8 : 0}\n`)
      if ((await changed) === null) throw new Error("the link does not change")
    },
    bytesDown: () => Number(readFileSync(`/sys/class/net/${name}a/statistics/tx_bytes`, "utf8")),
    close: () => {
      child.stdin.end()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** The same as a proxy: only connections of browsers are held up. */
const proxy = async (chromium: string): Promise<ViewerLink> => {
  const [behind, before] = [await freePort(), await freePort()]
  const shape: { now: LinkShape } = { now: { delayMs: 0, loss: 0, bytesPerSecond: Infinity } }
  const link = await slowLink(before, behind, () => shape.now)
  return {
    kind: "proxy",
    listens: { host: "127.0.0.1", port: behind },
    url: `http://127.0.0.1:${before}`,
    browser: chromium,
    change: async (next) => void (shape.now = next),
    bytesDown: link.bytesDown,
    close: link.close
  }
}

/** The most faithful link that this machine can make. */
export const viewerLink = async (chromium: string): Promise<ViewerLink> =>
  (await network(chromium)) ?? (await proxy(chromium))
