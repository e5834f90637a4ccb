import type { ExposureKind } from "../Slug.ts"
import type { Camera } from "./Camera.ts"
import type { Action, Service } from "./Command.ts"
import type { Datapoint } from "./Datapoint.ts"
import type { DeliveredDocument } from "./Document.ts"
import type { Publisher } from "./Publisher.ts"

/** One thing a robot exposes, with its part of the document. */
export type Exposure =
  | { readonly kind: "datapoint"; readonly slug: string; readonly config: Datapoint }
  | { readonly kind: "action"; readonly slug: string; readonly config: Action }
  | { readonly kind: "service"; readonly slug: string; readonly config: Service }
  | { readonly kind: "publisher"; readonly slug: string; readonly config: Publisher }
  | { readonly kind: "camera"; readonly slug: string; readonly config: Camera }

/** The section of the document that holds each kind, in the order exposures are listed. */
export const exposureSections = {
  datapoint: "datapoints",
  action: "actions",
  service: "services",
  publisher: "publishers",
  camera: "cameras"
} as const satisfies Record<ExposureKind, keyof DeliveredDocument>

export type ExposureSection = (typeof exposureSections)[ExposureKind]

const kinds = Object.keys(exposureSections) as ReadonlyArray<ExposureKind>

const indexes = new WeakMap<DeliveredDocument, ReadonlyMap<string, Exposure>>()

/** Every exposure by its slug, section by section and as written within one. Computed once per document object. */
export const indexOf = (doc: DeliveredDocument): ReadonlyMap<string, Exposure> => {
  const known = indexes.get(doc)
  if (known !== undefined) return known
  const index = new Map<string, Exposure>()
  for (const kind of kinds) {
    for (const [slug, config] of Object.entries(doc[exposureSections[kind]] ?? {})) {
      index.set(slug, { kind, slug, config } as Exposure)
    }
  }
  indexes.set(doc, index)
  return index
}

export const exposuresOf = (doc: DeliveredDocument): ReadonlyArray<Exposure> => [...indexOf(doc).values()]

export const findExposure = (doc: DeliveredDocument, slug: string): Exposure | undefined => indexOf(doc).get(slug)

/** The exposure of this slug when it is of this kind. */
export const findOfKind = <Kind extends ExposureKind>(
  doc: DeliveredDocument,
  kind: Kind,
  slug: string
): Extract<Exposure, { kind: Kind }> | undefined => {
  const found = indexOf(doc).get(slug)
  return found?.kind === kind ? (found as Extract<Exposure, { kind: Kind }>) : undefined
}

export type ExposureCounts = { readonly [Section in ExposureSection]: number }

/** How many of each kind the document exposes; built-ins are not in it. */
export const countExposures = (doc: DeliveredDocument): ExposureCounts => {
  const count = (section: ExposureSection) => Object.keys(doc[section] ?? {}).length
  return {
    datapoints: count("datapoints"),
    actions: count("actions"),
    services: count("services"),
    publishers: count("publishers"),
    cameras: count("cameras")
  }
}
