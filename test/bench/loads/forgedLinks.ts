import { randomBytes } from "node:crypto"
import type { OurFacts } from "../servers/facts.ts"
import { answer } from "../support/Answers.ts"
import { RawHttp, requestBytes } from "../support/RawHttp.ts"
import { quantile } from "../support/Stats.ts"

/** Bytes of a link's token: what is signed, and the signature. */
const [signedBytes, macBytes] = [40, 32]

/** Made-up tokens by how far they come: not read, or with a signature that is wrong at its beginning or only at its end. */
const forge = (mac: Buffer): ReadonlyArray<() => string> => {
  const signed = Buffer.alloc(signedBytes, 7)
  const wrong = (at: number) => {
    const copy = Buffer.concat([signed, mac])
    copy[signedBytes + at]! ^= 1
    return copy.toString("base64url")
  }
  return [() => randomBytes(signedBytes + macBytes).toString("base64url"), () => wrong(0), () => wrong(macBytes - 1)]
}

/** Asks for so many links that nobody made, of each kind in turn: how many answers there are, and how far their times are apart. */
const tried = async ({ facts, links }: { readonly facts: OurFacts; readonly links: number }) => {
  const connection = await RawHttp.open(facts.url)
  const kinds = forge(randomBytes(macBytes))
  const times = kinds.map((): Array<number> => [])
  const answers = new Set<string>()
  for (let index = 0; index < links; index++) {
    const request = requestBytes("GET", `${facts.url}/api/asset-links/${kinds[index % kinds.length]!()}`, "")
    const began = performance.now()
    const { body, status } = await connection.ask(request)
    times[index % kinds.length]!.push(performance.now() - began)
    answers.add(`${status} ${body}`)
  }
  connection.close()
  const medians = times.map(
    (each) =>
      quantile(
        each.sort((a, b) => a - b),
        0.5
      ) * 1000
  )
  return {
    links,
    answers: answers.size,
    p50_us: medians[0]!,
    apart_us: Math.max(...medians) - Math.min(...medians)
  }
}

answer({}, { tried })
