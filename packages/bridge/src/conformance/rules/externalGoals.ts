import { Effect } from "effect"
import { driveAtTheRobot } from "../atTheRobot.ts"
import { cancel, doc, endsOf, newJobId, reset, startDrive, stop, updatesOf } from "../jobScripts.ts"
import type { Kit } from "../Kit.ts"
import type { Rule } from "../Rule.ts"

/** Somebody at the robot starts a drive; answers with the job that the bridge makes of it. */
const foreignDrive = Effect.fnUntraced(function* (kit: Kit) {
  yield* kit.configure(doc)
  yield* reset(kit)
  const from = kit.mark
  const goalId = yield* driveAtTheRobot(kit)
  return yield* kit.sees("job_update", from, ({ goal_id, origin }) => origin === "external" && goal_id === goalId)
})

/** The job that a goal of somebody else is reported as after a mark. */
const again = (kit: Kit, from: number, goalId: string | null) =>
  kit.sees("job_update", from, (update) => update.goal_id === goalId && update.state === "running", 20_000)

/** Goals that the bridge did not start. */
export const externalGoals: ReadonlyArray<Rule> = [
  {
    id: "job.external",
    section: "13.1",
    sentence: "A goal that somebody else started is a job of origin external with its goal_id, and its end is told.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const job = yield* foreignDrive(kit)
      yield* kit.must(job.slug === "dock" && job.state === "running", `It was ${job.state} on ${job.slug}.`)
      yield* reset(kit)
      const end = yield* kit.until("end of the foreign goal", () => endsOf(kit, job.job_id)[0])
      yield* kit.must(end.state === "failed", `A goal that was given up ended ${end.state}.`)
      yield* kit.must(end.origin === "external" && end.goal_id === job.goal_id, "Its origin or goal_id changed.")
    })
  },
  {
    id: "job.external_cancel",
    section: "13.2",
    sentence: "A cancel with the job_id of an external goal reaches it.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const job = yield* foreignDrive(kit)
      const { goals } = yield* cancel(kit, "foreign-1", "dock", job.job_id)
      yield* kit.must(
        goals.length === 1 && goals[0]!.goal_id === job.goal_id && goals[0]!.return_code === 0,
        `The goals were ${JSON.stringify(goals)}.`
      )
      const end = yield* kit.until("end of the foreign goal", () => endsOf(kit, job.job_id)[0])
      yield* kit.must(end.state === "cancelled", `It ended ${end.state}.`)
    })
  },
  {
    id: "job.own_only",
    section: "13.2",
    sentence: "A cancel with own_only reaches only jobs that this bridge started.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const foreign = yield* foreignDrive(kit)
      const all = yield* cancel(kit, "own-1", "dock", null, { own_only: true })
      const named = yield* cancel(kit, "own-2", "dock", foreign.job_id, { own_only: true })
      const reported = JSON.stringify([...all.goals, ...named.goals])
      yield* kit.must(reported === "[]", `With own_only it reached goals of others: ${reported}`)
      yield* again(kit, kit.mark, foreign.goal_id)
      const own = yield* startDrive(kit)
      const mine = yield* cancel(kit, "own-3", "dock", null, { own_only: true })
      yield* kit.must(mine.goals[0]?.job_id === own, "With own_only it did not reach the bridge's own job.")
      yield* kit.until("end of the job", () => endsOf(kit, own)[0])
    })
  },
  {
    id: "job.cancel_unknown",
    section: "13.2",
    sentence: "A cancel with an id that the bridge does not hold reaches external goals only.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const own = yield* startDrive(kit)
      const spared = yield* cancel(kit, "stranger-1", "dock", newJobId())
      const words = "A cancel of an unknown id reached the bridge's own job: look for external goals alone."
      // A goal of others that has just ended may still be there.
      yield* kit.must(!spared.goals.some(({ job_id }) => job_id === own), words)
      const from = kit.mark
      yield* kit.sees("job_update", from, (update) => update.job_id === own)
      const ends = endsOf(kit, own).length
      yield* stop(kit, own)
      yield* kit.must(ends === 0, words)
      const foreign = yield* foreignDrive(kit)
      const reached = yield* cancel(kit, "stranger-2", "dock", newJobId())
      yield* kit.must(reached.goals[0]?.goal_id === foreign.goal_id, "It did not reach the external goal.")
    })
  },
  {
    id: "job.external_stable",
    section: "13.1",
    sentence: "External job ids are stable over reconnects, and never among active_jobs.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const job = yield* foreignDrive(kit)
      yield* kit.reconnect()
      const active = kit.cloud.all("hello").at(-1)?.active_jobs ?? []
      const { job_id } = yield* again(kit, kit.mark, job.goal_id)
      yield* reset(kit)
      yield* kit.must(
        job_id === job.job_id,
        "After a reconnect it had another job_id: derive it from robot, slug and goal id."
      )
      yield* kit.must(!active.some((each) => each.job_id === job_id), "It was among active_jobs.")
    })
  },
  {
    id: "job.external_restart",
    section: "13.1",
    sentence: "External job ids are derived from robot, slug and goal id: a restarted bridge has the same.",
    needs: ["robot", "restart"],
    check: Effect.fnUntraced(function* (kit) {
      const job = yield* foreignDrive(kit)
      const { session } = kit.cloud
      yield* kit.settings.restart!
      yield* kit.until("new connection", () => kit.cloud.session > session, 65_000)
      yield* kit.connected
      const from = kit.mark
      yield* kit.configure(doc)
      const { job_id, origin } = yield* again(kit, from, job.goal_id)
      yield* reset(kit)
      yield* kit.must(job_id === job.job_id && origin === "external", `It was ${origin}, with job_id ${job_id}.`)
      yield* kit.until("end of the foreign goal", () =>
        updatesOf(kit, job_id, from).some(({ state }) => state !== "running")
      )
    })
  }
]
