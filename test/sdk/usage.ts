import { createClient, FleetError, type Job, memoryStorage } from "@fleet/sdk"

/** Where to run, and as whom. */
export interface Setting {
  readonly baseUrl: string
  readonly app: string
  readonly email: string
  readonly password: string
  /** What the robot exposes: a datapoint that reports numbers and keeps a history, and an action. */
  readonly datapoint: string
  readonly action: string
  readonly params: { readonly [name: string]: unknown }
}

/** What a program that uses the SDK gets to see, from sign-in to sign-out. */
export const usage = async (setting: Setting) => {
  const events: Array<string> = []
  const fleet = createClient({ baseUrl: setting.baseUrl, app: setting.app, storage: memoryStorage() })
  fleet.auth.onChange((event, session) => events.push(`${event} ${session?.user.email ?? ""}`.trim()))

  let step = await fleet.auth.signInWithPassword({ email: setting.email, password: setting.password })
  if (step.status === "two_factor") step = await step.verify({ code: "123456" })
  if (step.status === "two_factor_setup") step = await step.confirm({ code: "123456" })

  const { robots } = await fleet.robots.list({ signal: AbortSignal.timeout(30_000) })
  const robot = fleet.robot(robots[0]!.id)
  const first = await robot.datapoint<number>(setting.datapoint).get()

  using values = robot.datapoint<number>(setting.datapoint).subscribe()
  const heard: Array<number> = []
  const stop = values.on(
    (sample) => heard.push(sample.value),
    (error) => events.push(error.code)
  )
  for await (const sample of values) if (sample.at >= first.at) break
  stop()

  const states: Array<Job["state"]> = []
  let outcome: Job | undefined
  try {
    const job = await robot.action(setting.action).start(setting.params)
    for await (const update of job.updates()) states.push(update.state)
    outcome = await job.result()
  } catch (error) {
    if (!FleetError.is(error)) throw error
    if (error.is("busy") && "running" in error.details) events.push(`already running ${error.details.running.id}`)
    else if (error.is("rate_limited")) events.push(`retry in ${error.details.retry_after_ms}`)
    else throw error
  }

  const history = await robot
    .datapoint(setting.datapoint)
    .history({ from: new Date(Date.now() - 36e5), window: "1m", agg: "avg" })
    .catch((error: unknown) => {
      if (FleetError.is(error) && error.is("not_recorded")) return { points: [], truncated: false }
      throw error
    })
  const connection = fleet.realtime.state
  await fleet.auth.signOut()
  return { events, robots, first, heard, states, outcome, points: history.points.length, connection }
}
