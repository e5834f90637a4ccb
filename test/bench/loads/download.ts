import { get } from "node:http"
import { type OurFacts, recorded } from "../servers/facts.ts"
import { answer } from "../support/Answers.ts"
import { costs } from "../support/Cpu.ts"
import { residentBytes } from "../support/Resident.ts"

interface Download {
  readonly facts: OurFacts
  readonly robot: number
  readonly format: string
  readonly fromMs: number
  readonly samples: number
  readonly serverPid: number
}

const often = 50

const rss = (pid: number) => (residentBytes(pid)?.rss ?? Number.NaN) / 1e6

/** Takes one file as fast as it comes and keeps nothing of it. `grown_mb` is the server's most memory meanwhile, above that before. */
const download = async ({ facts, format, fromMs, robot, samples, serverPid }: Download) => {
  const url = `${facts.url}/api/robots/${facts.robots[robot]!.id}/datapoints/${recorded}/history/export?from=${fromMs}&to=now&format=${format}`
  const before = rss(serverPid)
  let most = before
  const watch = setInterval(() => (most = Math.max(most, rss(serverPid))), often)
  const cost = costs(serverPid)
  const began = performance.now()
  let [bytes, lines, firstMs] = [0, 0, Number.NaN]
  await new Promise<void>((resolve, reject) => {
    const request = get(url, { headers: { authorization: `Bearer ${facts.serverKey}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${response.statusCode}`))
      response.on("data", (chunk: Buffer) => {
        if (bytes === 0) firstMs = performance.now() - began
        bytes += chunk.length
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++
      })
      response.once("end", resolve)
      response.once("error", reject)
    })
    request.once("error", reject)
  })
  clearInterval(watch)
  const seconds = (performance.now() - began) / 1000
  // CSV has a line of names; MCAP has no lines.
  const missing = format === "mcap" ? 0 : samples + (format === "csv" ? 1 : 0) - lines
  if (missing !== 0) throw new Error(`${missing} of ${samples} samples are missing`)
  return {
    first_byte_ms: firstMs,
    mb: bytes / 1e6,
    mb_per_s: bytes / 1e6 / seconds,
    samples_per_s: samples / seconds,
    grown_mb: most - before,
    ...cost(samples)
  }
}

answer({}, { download })
