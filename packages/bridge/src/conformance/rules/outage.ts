import { Effect } from "effect"
import { actions, datapoints, services } from "../documents.ts"
import { startDrive, updatesOf } from "../jobScripts.ts"
import type { Kit } from "../Kit.ts"
import type { Rule } from "../Rule.ts"

/** Ends the session, keeps the bridge waiting for so long, and lets it in again. Answers where the new session begins. */
const outage = Effect.fnUntraced(function* (kit: Kit, ms: number) {
  const { cloud } = kit
  const before = cloud.session
  cloud.greeting = "silence"
  cloud.close(1012)
  yield* kit.until("new connection", () => cloud.session > before, 65_000)
  yield* Effect.sleep(ms)
  cloud.greeting = "accept"
  // Clients that still wait for an answer are sent back once.
  cloud.close(1012)
  yield* kit.connected
  const { session } = cloud
  return cloud.frames.findIndex((frame) => frame.session === session)
})

export const outages: ReadonlyArray<Rule> = [
  {
    id: "backlog.replayed",
    section: "13.3",
    sentence:
      "Offline samples are kept per datapoint up to max_buffer_values, oldest dropped, and replayed with backfill true and the time of their capture.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.steady
      const { slow, speed } = datapoints
      yield* kit.configure({ datapoints: { slow, speed } })
      yield* kit.sees("datapoint", kit.mark)
      const from = yield* outage(kit, 3000)
      const kept = (slug: string) =>
        kit.cloud.all("datapoint", from).filter((sample) => sample.slug === slug && sample.backfill === true)
      yield* kit.until("backfill of both", () => kept("slow").length >= 5 && kept("speed").length > 5, 15_000)
      yield* Effect.sleep("2 seconds")
      const times = kept("slow").map(({ timestamp_ms }) => timestamp_ms)
      yield* kit.must(times.length === 5, `max_buffer_values is 5, and ${times.length} samples were replayed.`)
      yield* kit.must(
        times.every((time, at) => at === 0 || time > times[at - 1]!),
        "The replay is not in order."
      )
      // Five samples at 5 Hz, the first of which may have been stamped late.
      const spanMs = times.at(-1)! - times[0]!
      yield* kit.must(
        spanMs >= 600,
        `Five samples at 5 Hz were captured within ${spanMs} ms: keep the time of capture.`
      )
      const all = kept("speed").map(({ timestamp_ms }) => timestamp_ms)
      yield* kit.must(times[0]! > all[0]!, "The oldest samples were kept instead of the newest.")
    })
  },
  {
    id: "link_mode.first",
    section: "13.3",
    sentence: "link_mode goes before live datapoints and before the backlog.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.steady
      yield* kit.configure({ datapoints: { speed: datapoints.speed } })
      yield* kit.reconnect()
      const { session } = kit.cloud
      const types = () =>
        kit.cloud.frames.filter((frame) => frame.session === session).map(({ message }) => message?.type ?? "unknown")
      yield* kit.until("link_mode and sample", () => types().includes("link_mode") && types().includes("datapoint"))
      const order = types()
      yield* kit.must(
        order.indexOf("link_mode") < order.indexOf("datapoint"),
        `The order was ${order.slice(0, 5).join(", ")}.`
      )
    })
  },
  {
    id: "job.active",
    section: "13.1",
    sentence: "The hello after an outage lists the running jobs of the bridge.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const jobId = yield* startDrive(kit)
      yield* kit.reconnect()
      const jobs = kit.cloud.all("hello").at(-1)?.active_jobs ?? []
      yield* kit.must(
        jobs.some((job) => job.job_id === jobId && job.slug === "dock"),
        "The job is not among active_jobs."
      )
      const from = kit.mark
      yield* kit.sees("job_update", from, (update) => update.job_id === jobId)
      kit.cloud.send({ type: "cancel", request_id: "active-1", slug: "dock", job_id: null })
      yield* kit.sees("job_update", from, (update) => update.job_id === jobId && update.state === "cancelled")
    })
  },
  {
    id: "job.end_kept",
    section: "13.3",
    sentence: "Ends of jobs are never dropped: one that ends during an outage is told after it.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.steady
      const jobId = yield* startDrive(kit)
      kit.cloud.send({ type: "cancel", request_id: "end-1", slug: "dock", job_id: jobId })
      const from = yield* outage(kit, 1000)
      const ends = () => updatesOf(kit, jobId).filter(({ state }) => state !== "running")
      yield* kit.until("end of the job", () => ends()[0])
      yield* kit.must(from >= 0, "There was no session after the outage.")
    })
  },
  {
    id: "job.survives",
    section: "13.3",
    sentence: "Own jobs survive a bridge restart.",
    needs: ["robot", "restart"],
    check: Effect.fnUntraced(function* (kit) {
      const jobId = yield* startDrive(kit)
      const { session } = kit.cloud
      yield* kit.settings.restart!
      yield* kit.until("new connection", () => kit.cloud.session > session, 65_000)
      yield* kit.connected
      const from = kit.mark
      yield* kit.configure({ actions, services })
      yield* kit.sees("job_update", from, (update) => update.job_id === jobId && update.origin === "platform", 15_000)
      kit.cloud.send({ type: "cancel", request_id: "survive-1", slug: "dock", job_id: jobId })
      yield* kit.sees("job_update", from, (update) => update.job_id === jobId && update.state === "cancelled", 15_000)
    })
  }
]
