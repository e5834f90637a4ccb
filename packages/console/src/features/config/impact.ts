/** A configuration document as the service answers it. */
export type ConfigDocument = Readonly<Record<string, unknown>>

export type ExposureKind = "datapoint" | "action" | "service" | "publisher" | "camera"

const sections: Readonly<Record<ExposureKind, string>> = {
  datapoint: "datapoints",
  action: "actions",
  service: "services",
  publisher: "publishers",
  camera: "cameras"
}
const kinds = Object.keys(sections) as ReadonlyArray<ExposureKind>

/** What publishing a draft does, one thing each. */
export type Effect =
  | { readonly of: "added"; readonly kind: ExposureKind; readonly slug: string }
  | { readonly of: "removed"; readonly kind: ExposureKind; readonly slug: string }
  /** One slug goes and another of the same content comes: a rename would keep what depends on it. */
  | { readonly of: "renamed"; readonly kind: ExposureKind; readonly slug: string; readonly to: string }
  /** The slug stays and means something else on the robot. */
  | { readonly of: "retargeted"; readonly kind: ExposureKind; readonly slug: string }
  | { readonly of: "became"; readonly kind: ExposureKind; readonly slug: string; readonly now: ExposureKind }
  | { readonly of: "condition"; readonly slug: string; readonly alert: string }
  | { readonly of: "alert_added"; readonly slug: string; readonly alert: string }
  | { readonly of: "alert_removed"; readonly slug: string; readonly alert: string }
  | { readonly of: "retention_lost"; readonly slug: string }
  | { readonly of: "retention_started"; readonly slug: string }
  | { readonly of: "joint_state_cleared"; readonly slug: string }
  | { readonly of: "camera_restarted"; readonly slug: string }
  | { readonly of: "failsafe"; readonly slug: string }
  | { readonly of: "job_ends"; readonly slug: string; readonly count: number }
  | { readonly of: "job_goes_on"; readonly slug: string; readonly count: number }
  /** Of other changes to an exposure: its description, its parameters, its chart. */
  | { readonly of: "changed"; readonly kind: ExposureKind; readonly slug: string }
  /** A part of the document that is no exposure: `low_bandwidth`, `recorder`, `messages`. */
  | { readonly of: "section"; readonly name: string }

export interface ImpactInput {
  /** What runs on the robot; null before the first publish. */
  readonly published: ConfigDocument | null
  readonly draft: ConfigDocument
  /** The slugs of jobs that run, once for each. */
  readonly running: ReadonlyArray<string>
  /** The datapoint that the robot's model takes its joints from. */
  readonly jointSlug: string | null
}

type Thing = Readonly<Record<string, unknown>>

interface Exposure {
  readonly kind: ExposureKind
  readonly slug: string
  readonly config: Thing
}

const record = (value: unknown): Thing =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Thing) : {}

/** The same text for values that are equal, whatever the order of their keys. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null"
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(",")}}`
}
const same = (a: unknown, b: unknown) => canonical(a) === canonical(b)

const exposuresOf = (document: ConfigDocument | null): ReadonlyMap<string, Exposure> =>
  new Map(
    kinds.flatMap((kind) =>
      Object.entries(record(document?.[sections[kind]])).map(
        ([slug, config]) => [slug, { kind, slug, config: record(config) }] as const
      )
    )
  )

/** What a slug stands for on the robot. */
const targetOf = ({ config, kind }: Exposure): string => {
  switch (kind) {
    case "datapoint":
      return canonical([config["topic"], config["type"], config["field"] ?? null])
    case "publisher":
      return canonical([config["topic"], config["type"]])
    case "camera":
      return canonical(config["source"])
    default:
      return canonical([config["ros_name"], config["type"]])
  }
}

const isRecorded = ({ config }: Exposure): boolean => record(config["retention"])["enabled"] === true

/** Pairs what goes with what comes under another slug: equal content first, then the same target where only one has it. */
const renames = (gone: ReadonlyArray<Exposure>, come: ReadonlyArray<Exposure>): ReadonlyMap<string, string> => {
  const pairs = new Map<string, string>()
  const taken = new Set<string>()
  for (const keyOf of [
    (each: Exposure) => canonical([each.kind, each.config]),
    (each: Exposure) => `${each.kind} ${targetOf(each)}`
  ]) {
    const left = gone.filter(({ slug }) => !pairs.has(slug))
    const right = come.filter(({ slug }) => !taken.has(slug))
    const lone = (list: ReadonlyArray<Exposure>) => {
      const found = new Map<string, Exposure | null>()
      for (const each of list) found.set(keyOf(each), found.has(keyOf(each)) ? null : each)
      return found
    }
    const candidates = lone(right)
    for (const [key, before] of lone(left)) {
      const after = candidates.get(key)
      if (before === null || after === undefined || after === null) continue
      pairs.set(before.slug, after.slug)
      taken.add(after.slug)
    }
  }
  return pairs
}

const alertsOf = ({ config }: Exposure): ReadonlyArray<readonly [string, Thing]> =>
  Object.entries(record(config["alerts"])).map(([name, alert]) => [name, record(alert)] as const)

const alertEffects = (before: Exposure, after: Exposure): ReadonlyArray<Effect> => {
  const now = new Map(alertsOf(after))
  const then = new Map(alertsOf(before))
  const slug = after.slug
  return [
    ...[...then].flatMap(([alert, { condition }]): ReadonlyArray<Effect> => {
      const next = now.get(alert)
      if (next === undefined) return [{ of: "alert_removed", slug, alert }]
      return same(next["condition"], condition) ? [] : [{ of: "condition", slug, alert }]
    }),
    ...[...now.keys()].filter((alert) => !then.has(alert)).map((alert): Effect => ({ of: "alert_added", slug, alert }))
  ]
}

const without = (config: Thing, ...keys: ReadonlyArray<string>): Thing =>
  Object.fromEntries(Object.entries(config).filter(([key]) => !keys.includes(key)))

/** What happens to a slug that stays, or to one under its new name. */
const keptEffects = (before: Exposure, after: Exposure): ReadonlyArray<Effect> => {
  const { kind, slug } = after
  const retargeted = targetOf(before) !== targetOf(after)
  const effects: Array<Effect> = []
  if (retargeted && kind !== "camera") effects.push({ of: "retargeted", kind, slug })
  if (kind === "camera" && !same(without(before.config, "description"), without(after.config, "description")))
    effects.push({ of: "camera_restarted", slug })
  effects.push(...alertEffects(before, after))
  if (kind === "datapoint" && isRecorded(before) !== isRecorded(after))
    effects.push({ of: isRecorded(before) ? "retention_lost" : "retention_started", slug })
  if (kind === "publisher" && !same(before.config["failsafe"], after.config["failsafe"]))
    effects.push({ of: "failsafe", slug })
  if (effects.length === 0 && !same(before.config, after.config)) effects.push({ of: "changed", kind, slug })
  return effects
}

/** Everything that publishing the draft changes, in the order people should read it: what is lost first. */
export const impactOf = ({ draft, jointSlug, published, running }: ImpactInput): ReadonlyArray<Effect> => {
  const before = exposuresOf(published)
  const after = exposuresOf(draft)
  const gone = [...before.values()].filter(({ slug }) => !after.has(slug))
  const come = [...after.values()].filter(({ slug }) => !before.has(slug))
  const pairs = renames(gone, come)
  const arrived = new Set(pairs.values())
  const effects: Array<Effect> = []
  for (const each of gone) {
    const to = pairs.get(each.slug)
    if (to === undefined) {
      effects.push({ of: "removed", kind: each.kind, slug: each.slug })
      if (isRecorded(each)) effects.push({ of: "retention_lost", slug: each.slug })
    } else {
      effects.push({ of: "renamed", kind: each.kind, slug: each.slug, to })
      effects.push(...keptEffects(each, after.get(to)!).filter(({ of }) => of !== "changed"))
    }
  }
  for (const each of before.values()) {
    const now = after.get(each.slug)
    if (now === undefined) continue
    if (now.kind === each.kind) effects.push(...keptEffects(each, now))
    else effects.push({ of: "became", kind: each.kind, slug: each.slug, now: now.kind })
  }
  const joint = jointSlug === null ? undefined : before.get(jointSlug)
  if (jointSlug !== null && joint !== undefined) {
    const now = after.get(jointSlug)
    if (now === undefined || now.kind !== "datapoint" || targetOf(now) !== targetOf(joint))
      effects.push({ of: "joint_state_cleared", slug: jointSlug })
  }
  for (const slug of [...new Set(running)].toSorted()) {
    const count = running.filter((each) => each === slug).length
    const now = after.get(slug)
    const then = before.get(slug)
    const ends =
      now === undefined || (then !== undefined && (now.kind !== then.kind || targetOf(now) !== targetOf(then)))
    effects.push({ of: ends ? "job_ends" : "job_goes_on", slug, count })
  }
  for (const each of come) if (!arrived.has(each.slug)) effects.push({ of: "added", kind: each.kind, slug: each.slug })
  for (const name of ["messages", "low_bandwidth", "recorder"])
    if (!same(published?.[name], draft[name])) effects.push({ of: "section", name })
  return effects.toSorted((a, b) => weight(a) - weight(b))
}

const order: ReadonlyArray<ReadonlyArray<Effect["of"]>> = [
  ["job_ends", "removed", "renamed", "became", "joint_state_cleared", "retention_lost", "alert_removed"],
  ["retargeted", "condition", "camera_restarted", "failsafe"],
  ["added", "alert_added", "retention_started", "changed", "section"],
  ["job_goes_on"]
]
const weight = ({ of }: Effect): number => order.findIndex((group) => group.includes(of))

/** Whether something that others depend on goes away. */
export const takesAway = (effects: ReadonlyArray<Effect>): boolean => effects.some((effect) => weight(effect) === 0)
