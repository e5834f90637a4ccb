import { argon2, randomBytes } from "node:crypto"
import { answer } from "../support/Answers.ts"

const options = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 }
const derive = () =>
  new Promise<void>((resolve, reject) =>
    argon2("argon2id", { ...options, message: "correct horse battery", nonce: randomBytes(16) }, (error) =>
      error === null ? resolve() : reject(error)
    )
  )

/** argon2id alone, as many at a time as the service does: the most sign-ins a core could give. */
const hashes = async ({ atATime, ms }: { readonly atATime: number; readonly ms: number }) => {
  let done = 0
  const began = performance.now()
  const worker = async () => {
    while (performance.now() - began < ms) {
      await derive()
      done++
    }
  }
  await Promise.all(Array.from({ length: atATime }, worker))
  return { sign_ins_per_s: (done * 1000) / (performance.now() - began) }
}

answer({}, { hashes })
