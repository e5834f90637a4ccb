import { mkdtemp, rm } from "node:fs/promises"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import S3rver from "s3rver"
import { answer } from "../support/Answers.ts"
import type { PeerFacts } from "./facts.ts"

// A store that speaks S3; its key is S3RVER, with itself as the secret.
const directory = await mkdtemp(join(tmpdir(), "fleet-bench-s3-"))
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => void rm(directory, { recursive: true, force: true }).then(() => process.exit(0)))
}
const server = new S3rver({ port: 0, silent: true, directory, configureBuckets: [{ name: "files", configs: [] }] })
const { port } = (await server.run()) as AddressInfo
answer({ url: `http://127.0.0.1:${port}/files` } satisfies PeerFacts, {})
