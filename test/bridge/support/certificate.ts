import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { getCACertificates, setDefaultCACertificates } from "node:tls"

const names = ["-addext", "subjectAltName=DNS:cloud.test,IP:127.0.0.1"]
const args = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]

/** A certificate of cloud.test and of this computer; null where openssl is missing. */
export const certificate = (() => {
  try {
    const pem = execFileSync("openssl", [...args, "-subj", "/CN=cloud.test", ...names, "-keyout", "-", "-out", "-"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"]
    })
    return {
      key: /-+BEGIN PRIVATE[^]+?PRIVATE KEY-+/.exec(pem)![0],
      cert: /-+BEGIN CERT[^]+CERTIFICATE-+/.exec(pem)![0]
    }
  } catch {
    return null
  }
})()

/** This process trusts it until the scope closes. */
export const trusted = (cert: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const before = getCACertificates("default")
      setDefaultCACertificates([...before, cert])
      return before
    }),
    (before) => Effect.sync(() => setDefaultCACertificates(before))
  )
