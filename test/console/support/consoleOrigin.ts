import { Effect } from "effect"
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { createServer, request, type RequestListener } from "node:http"
import { connect, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { extname, join } from "node:path"
import { build } from "vite"

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".html": "text/html",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2"
}

/** The policy that the console is made for. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; " +
  "media-src 'self' blob:; connect-src 'self' ws: http:; base-uri 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'"

let built: Promise<string> | undefined

/** The console's files, built from its sources once for the tests of this process. */
export const builtConsole = Effect.promise(
  () =>
    (built ??= (async () => {
      const outDir = mkdtempSync(join(tmpdir(), "console-"))
      process.once("exit", () => rmSync(outDir, { recursive: true, force: true }))
      const configFile = join(import.meta.dirname, "../../../packages/console/vite.config.ts")
      await build({ configFile, logLevel: "error", build: { outDir, emptyOutDir: true } })
      return outDir
    })())
)

/** What is answered in place of the service or of a file, as something between would. */
export interface Fault {
  readonly status: number
  readonly body: string
  readonly type?: string
}

/**
 * The fault of a request, until it is asked again. `held`: it waits, and is looked at anew. `unanswered`: it reaches the
 * service, and its answer is lost. `late`: its sender is told that it is lost, and it reaches the service all the same.
 */
export type FaultOf = (path: string, method: string) => Fault | "held" | "unanswered" | "late" | undefined

/** The console over a service whose link a test can cut, with faults between that it chooses. */
export interface ConsoleOrigin {
  readonly origin: string
  /** Answers requests so from now on; what is held is looked at again. */
  readonly fail: (faultOf: FaultOf) => void
  /** Closes every socket, and refuses sockets and requests until `mend`. */
  readonly cut: () => void
  readonly mend: () => void
  /** Passes nothing on any more, and closes nothing: a network that is gone without a word. */
  readonly freeze: () => void
}

/** Serves the built console and passes everything else on to the service, so that both are one origin. */
export const serveConsole = (folder: string, service: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const { hostname, port } = new URL(service)
      const sockets = new Set<Socket>()
      let isCut = false
      let faultOf: FaultOf = () => undefined
      const held = new Set<() => void>()
      const pass: RequestListener = (incoming, answer) => {
        const { pathname } = new URL(incoming.url!, "http://console")
        const fault = faultOf(pathname, incoming.method!)
        if (fault === "held") return held.add(() => pass(incoming, answer))
        // Before the first byte of an answer a browser sends the same again by itself.
        const lose = () => {
          answer.writeHead(200, { "content-type": "application/json", "content-length": 100 })
          answer.write("{", () => incoming.socket.destroy())
        }
        if (fault === "late") {
          const { headers, method, url: path } = incoming
          lose()
          return held.add(() => {
            request({ hostname, port, path, method, headers }, (found) => found.resume()).end()
          })
        }
        if (fault !== undefined && fault !== "unanswered")
          return answer.writeHead(fault.status, { "content-type": fault.type ?? "text/html" }).end(fault.body)
        if (!/^\/(?:api|docs)\b/.test(pathname)) {
          const file = join(folder, pathname.startsWith("/assets/") ? pathname : "index.html")
          const exists = statSync(file, { throwIfNoEntry: false }) !== undefined
          const type = types[extname(file)] ?? "application/octet-stream"
          const kept = exists && pathname.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache"
          answer.writeHead(exists ? 200 : 404, {
            "cache-control": kept,
            "content-type": type,
            "content-security-policy": policy
          })
          return answer.end(exists ? readFileSync(file) : undefined)
        }
        if (isCut) return incoming.socket.destroy()
        const { headers, method, url: path } = incoming
        const upstream = request({ hostname, port, path, method, headers }, (found) => {
          if (fault === "unanswered") {
            found.resume()
            return held.add(lose)
          }
          answer.writeHead(found.statusCode!, found.headers)
          return found.pipe(answer)
        })
        upstream.on("error", () => answer.destroy())
        return incoming.pipe(upstream)
      }
      const server = createServer(pass)
      server.on("upgrade", (incoming, client: Socket, head) => {
        client.on("error", () => undefined)
        if (isCut) return client.destroy()
        const upstream = connect(Number(port), hostname, () => {
          const headers = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${String(value)}`)
          upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n`)
          upstream.write(head)
          upstream.pipe(client)
          client.pipe(upstream)
        })
        upstream.on("error", () => client.destroy())
        for (const socket of [client, upstream]) {
          sockets.add(socket)
          socket.on("close", () => {
            sockets.delete(socket)
            client.destroy()
            upstream.destroy()
          })
        }
      })
      await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
      const address = server.address() as { readonly port: number }
      const served: ConsoleOrigin & { readonly close: () => void } = {
        origin: `http://127.0.0.1:${address.port}`,
        fail: (next) => {
          faultOf = next
          const waiting = [...held]
          held.clear()
          for (const again of waiting) again()
        },
        cut: () => {
          isCut = true
          for (const socket of sockets) socket.destroy()
        },
        mend: () => {
          isCut = false
        },
        freeze: () => {
          for (const socket of sockets) {
            socket.unpipe()
            socket.pause()
          }
        },
        close: () => {
          for (const socket of sockets) socket.destroy()
          server.closeAllConnections()
          server.close()
        }
      }
      return served
    }),
    ({ close }) => Effect.sync(close)
  )
