import { Schema } from "effect"
import { Rule, Text } from "./Wire.ts"

/** Lower-case words joined by single underscores. Also the grammar of app identifiers, parameters, messages and alerts. */
export const slugPattern = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/u

export const Slug = Text(2, 63).check(Schema.isPattern(slugPattern, { rule: Rule.format }))
export type Slug = typeof Slug.Type

/** The five kinds of thing a robot exposes. Their slugs share one namespace per robot. */
export const ExposureKind = Schema.Literals(["datapoint", "action", "service", "publisher", "camera"])
export type ExposureKind = typeof ExposureKind.Type

/** Datapoints that every robot has without configuring them. */
export const builtins = ["bridge_state", "robot_details"] as const
export type Builtin = (typeof builtins)[number]

/** Slugs no document may declare: the built-ins, and a word the paths need. */
export const reservedSlugs: ReadonlyArray<string> = [...builtins, "history"]

export const isBuiltin = (slug: string): slug is Builtin => (builtins as ReadonlyArray<string>).includes(slug)
