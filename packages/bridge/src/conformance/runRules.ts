import { Effect } from "effect"
import { Kit, type KitSettings } from "./Kit.ts"
import type { Result } from "./Report.ts"
import type { Need, Rule } from "./Rule.ts"
import type { ScriptedCloud } from "./ScriptedCloud.ts"

export interface RunSettings extends KitSettings {
  readonly rules: ReadonlyArray<Rule>
  readonly slow: boolean
  /** Told as soon as each rule is decided. */
  readonly onResult: (result: Result) => Effect.Effect<void>
}

const lacking = (needs: ReadonlyArray<Need>, settings: RunSettings): string | undefined => {
  const reasons: Readonly<Record<Need, string | undefined>> = {
    robot: settings.robot === undefined ? "The simulated robot is not beneath the bridge: --ros." : undefined,
    restart: settings.restart === undefined ? "The bridge cannot be started again from here: --bridge." : undefined,
    slow: settings.slow ? undefined : "It takes up to two minutes: --slow."
  }
  return needs.map((need) => reasons[need]).find((reason) => reason !== undefined)
}

const tryRule = (kit: Kit, rule: Rule): Effect.Effect<Result> =>
  Effect.gen(function* () {
    kit.cloud.resume()
    kit.cloud.uploads.release()
    kit.cloud.uploads.answer = () => undefined
    Object.assign(kit.cloud, { greeting: "accept", isPinging: true, lagMs: null })
    yield* kit.connected
    yield* rule.check(kit)
  }).pipe(
    Effect.as<Result>({ rule, verdict: "passed" }),
    Effect.catchTag("NotSupported", ({ message }) =>
      Effect.succeed<Result>({ rule, verdict: "not supported", message })
    ),
    Effect.catchTag("Broken", ({ message }) =>
      Effect.sync((): Result => {
        // A hello that was left unanswered: the next rule begins with another.
        if (kit.cloud.acceptedForMs === undefined) kit.cloud.close(1012)
        return { rule, verdict: "failed", message }
      })
    )
  )

/** Tries the rules one after the other on the bridge that connects. */
export const runRules = Effect.fnUntraced(function* (cloud: ScriptedCloud, settings: RunSettings) {
  const kit = new Kit(cloud, settings)
  const results: Array<Result> = []
  for (const rule of settings.rules) {
    const reason = lacking(rule.needs, settings)
    const result: Result =
      reason === undefined ? yield* tryRule(kit, rule) : { rule, verdict: "not run", message: reason }
    results.push(result)
    yield* settings.onResult(result)
  }
  return results
})
