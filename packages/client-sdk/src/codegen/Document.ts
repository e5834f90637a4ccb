/** A declared parameter of a command, as the published document has it. */
export interface Parameter {
  readonly type: string
  readonly default?: boolean | number | string
  readonly min_value?: number
  readonly max_value?: number
  readonly enum?: ReadonlyArray<number | string>
  readonly regex?: string
  readonly description?: string
}

interface Command {
  readonly type: string
  readonly ros_name: string
  readonly description?: string
  readonly parameters?: { readonly [name: string]: Parameter }
}

/** The parts of a configuration document that types are made of. */
export interface Document {
  readonly datapoints?: {
    readonly [slug: string]: {
      readonly topic: string
      readonly type: string
      readonly field?: string
      readonly description?: string
      readonly rate_throttle_hz?: number
      readonly numeric?: {
        readonly unit?: string
        readonly decimals?: number
        readonly scale?: number
        readonly offset?: number
      }
    }
  }
  readonly actions?: { readonly [slug: string]: Command }
  readonly services?: { readonly [slug: string]: Command }
  readonly publishers?: { readonly [slug: string]: Omit<Command, "ros_name"> & { readonly topic: string } }
  readonly cameras?: {
    readonly [slug: string]: {
      readonly width: number
      readonly height: number
      readonly fps: number
      readonly description?: string
      readonly source: { readonly kind: string; readonly [key: string]: unknown }
    }
  }
}

/** The sections of a document, in the order of the generated file. */
export const sections = ["datapoints", "actions", "services", "publishers", "cameras"] as const
export type Section = (typeof sections)[number]

/** The ROS types that a document's values are made of, each once, in order. */
export const namedTypes = (doc: Document): ReadonlyArray<string> =>
  [
    ...new Set([
      ...Object.values(doc.datapoints ?? {}).map(({ type }) => type),
      ...Object.values(doc.actions ?? {}).map(({ type }) => type),
      ...Object.values(doc.services ?? {}).map(({ type }) => type)
    ])
  ].toSorted()
