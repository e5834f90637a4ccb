import { type Document, isMap, parseDocument } from "yaml"

export const kinds = ["datapoints", "actions", "services", "publishers", "cameras"] as const
export type Kind = (typeof kinds)[number]

export interface Offer {
  readonly kind: Kind
  readonly slug: string
  /** Where it comes from in ROS, and of what type. */
  readonly from: string
  readonly type: string
  /** Whether most people want it: what a newcomer would look at first. */
  readonly proposed: boolean
}

/** Topics that a robot has for its own parts: offered, but not proposed. */
const inner = /(?:^|\/)(?:tf|tf_static|robot_description|parameter_events|rosout|clock)$|\/(?:_|plan|costmap|particle)/

const text = (value: unknown) => (typeof value === "string" ? value : "")

const sourceOf = (entry: Readonly<Record<string, unknown>>): { readonly from: string; readonly type: string } => {
  const source = entry.source as Readonly<Record<string, unknown>> | undefined
  return {
    from: text(entry.topic) || text(entry.ros_name) || text(source?.topic) || text(source?.url),
    type: text(entry.type) || text(source?.type)
  }
}

/** What a starter configuration offers to choose from. */
export const offersOf = (source: string): ReadonlyArray<Offer> => {
  const document = parseDocument(source).toJS() as Readonly<Record<string, unknown>> | null
  return kinds.flatMap((kind) =>
    Object.entries((document?.[kind] ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>>>>).map(
      ([slug, entry]): Offer => {
        const where = sourceOf(entry)
        return { kind, slug, ...where, proposed: !inner.test(where.from) }
      }
    )
  )
}

const sizeOf = (document: Document, kind: Kind) => {
  const section = document.get(kind)
  return isMap(section) ? section.items.length : 0
}

/** The configuration with what was chosen alone. Comments and the order of the rest stay. */
export const choose = (source: string, isChosen: (offer: Pick<Offer, "kind" | "slug">) => boolean): string => {
  const document = parseDocument(source)
  for (const kind of kinds) {
    const section = document.get(kind)
    if (!isMap(section)) continue
    const slugs = section.items.map(({ key }) => String(key))
    for (const slug of slugs) if (!isChosen({ kind, slug })) section.delete(slug)
    if (sizeOf(document, kind) === 0) document.delete(kind)
  }
  return document.toString({ lineWidth: 0 })
}
