import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { getCACertificates, setDefaultCACertificates } from "node:tls"

const certificate = [
  ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"],
  ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "-", "-out", "-"]
].flat()

const made = () => {
  try {
    const pem = execFileSync("openssl", certificate, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
    return {
      key: /-+BEGIN PRIVATE[^]+?PRIVATE KEY-+/.exec(pem)![0],
      cert: /-+BEGIN CERT[^]+CERTIFICATE-+/.exec(pem)![0]
    }
  } catch {
    return null
  }
}
const pair = made()

/** Why no client can have a metadata document here; null where one can. */
export const noDocument = pair === null ? "openssl is missing, which makes the certificate of an https address" : null

/** Serves a client's metadata document over https, trusted by this process until the scope closes. Answers its address. */
export const serveDocument = Effect.fnUntraced(function* (metadata: Readonly<Record<string, unknown>>) {
  const server = createServer({ ...pair! }, (_, response) => {
    const client_id = `https://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`
    response.setHeader("content-type", "application/json").end(JSON.stringify({ client_id, ...metadata }))
  })
  const trusted = getCACertificates("default")
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      setDefaultCACertificates([...trusted, pair!.cert])
      server.listen(0, "127.0.0.1", () => resume(Effect.void))
    }),
    () =>
      Effect.callback<void>((resume) => {
        setDefaultCACertificates(trusted)
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`
})
