import type { Credentials } from "@fleet/domain/RobotConfig/Camera"
import { createHash, randomBytes } from "node:crypto"

const hash = (algorithm: string, text: string) => createHash(algorithm).update(text).digest("hex")

const parameters = (challenge: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...challenge.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)].map(([, key, quoted, plain]) => [
      key!.toLowerCase(),
      quoted ?? plain ?? ""
    ])
  )

const digest = (challenge: string, { password, username }: Credentials, path: string): string | null => {
  const { algorithm = "MD5", nonce, opaque, qop, realm } = parameters(challenge)
  const name = { MD5: "md5", "SHA-256": "sha256" }[algorithm.toUpperCase()]
  if (name === undefined || nonce === undefined || realm === undefined) return null
  const ha1 = hash(name, `${username}:${realm}:${password}`)
  const ha2 = hash(name, `GET:${path}`)
  const cnonce = randomBytes(8).toString("hex")
  const isAuth = qop?.split(/\s*,\s*/).includes("auth") === true
  const response = hash(name, isAuth ? `${ha1}:${nonce}:00000001:${cnonce}:auth:${ha2}` : `${ha1}:${nonce}:${ha2}`)
  const fields: ReadonlyArray<string> = [
    `username="${username}"`,
    `realm="${realm}"`,
    `nonce="${nonce}"`,
    `uri="${path}"`,
    `algorithm=${algorithm}`,
    `response="${response}"`,
    ...(opaque === undefined ? [] : [`opaque="${opaque}"`]),
    ...(isAuth ? [`qop=auth`, `nc=00000001`, `cnonce="${cnonce}"`] : [])
  ]
  return `Digest ${fields.join(", ")}`
}

/** What answers a camera's WWW-Authenticate, Basic or Digest; null where neither is asked for. `path` with its query. */
export const authorizationFor = (challenge: string, credentials: Credentials, path: string): string | null => {
  if (/^digest\b/i.test(challenge)) return digest(challenge, credentials, path)
  if (!/^basic\b/i.test(challenge)) return null
  return `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString("base64")}`
}
