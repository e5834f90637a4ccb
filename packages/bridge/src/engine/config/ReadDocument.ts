import type { ExposureKind } from "@fleet/domain/Slug"
import type { ApplyError } from "@fleet/domain/Robots"
import { DeliveredDocument } from "@fleet/domain/RobotConfig/Document"
import { exposureSections } from "@fleet/domain/RobotConfig/Exposures"
import { Predicate, Result, Schema } from "effect"

const decode = Schema.decodeUnknownResult(Schema.toCodecJson(DeliveredDocument))

/** The sections that stand alone: a fault in one costs the others nothing. */
const sections = [
  ...Object.entries(exposureSections).map(([kind, section]) => ({ kind: kind as ExposureKind, section })),
  { kind: "low_bandwidth", section: "low_bandwidth" },
  { kind: "recorder", section: "recorder" }
] as const

type Section = (typeof sections)[number]
type Read = { readonly doc: DeliveredDocument; readonly errors: ReadonlyArray<ApplyError> }

const maxMessage = 2000
/** More than the document may have are not looked at one by one. */
const maxCameras = 50

const fault = (kind: ApplyError["kind"], slug: string, code: string, { message }: Schema.SchemaError): ApplyError => ({
  kind,
  slug,
  code,
  message: message.slice(0, maxMessage).toWellFormed()
})

/** Reads a section as a whole. */
const readWhole = ({ kind, section }: Section, value: unknown): Read => {
  const decoded = decode({ [section]: value })
  return Result.isSuccess(decoded)
    ? { doc: decoded.success, errors: [] }
    : { doc: {}, errors: [fault(kind, "*", "whole_kind_failed", decoded.failure)] }
}

/** Reads each camera by itself: an older version may hold what is no longer allowed, and that costs this one alone. */
const readCameras = (section: Section, value: unknown): Read => {
  const whole = readWhole(section, value)
  if (whole.errors.length === 0 || !Predicate.isObject(value) || Object.keys(value).length > maxCameras) return whole
  const cameras: Record<string, unknown> = {}
  const errors: Array<ApplyError> = []
  for (const [slug, camera] of Object.entries(value)) {
    const decoded = decode({ cameras: { [slug]: camera } })
    if (Result.isSuccess(decoded)) cameras[slug] = camera
    else errors.push(fault("camera", slug, "invalid_value", decoded.failure))
  }
  const rest = readWhole(section, cameras)
  return { doc: rest.doc, errors: [...errors, ...rest.errors] }
}

/** Reads a published document. A section that breaks the schema is left out whole and reported. */
export const readDocument = (doc: Readonly<Record<string, unknown>>): Read => {
  const shared = decode({ messages: doc["messages"] ?? {} })
  const parts = sections.flatMap((section): ReadonlyArray<Read> => {
    const value = doc[section.section]
    if (value === undefined) return []
    return [section.kind === "camera" ? readCameras(section, value) : readWhole(section, value)]
  })
  return {
    doc: Object.assign({}, Result.isSuccess(shared) ? shared.success : {}, ...parts.map((part) => part.doc)),
    errors: parts.flatMap(({ errors }) => errors)
  }
}
