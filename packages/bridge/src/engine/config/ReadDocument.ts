import type { ExposureKind } from "@fleet/domain/Slug"
import type { ApplyError } from "@fleet/domain/Robots"
import { DeliveredDocument } from "@fleet/domain/RobotConfig/Document"
import { exposureSections } from "@fleet/domain/RobotConfig/Exposures"
import { Result, Schema } from "effect"

const decode = Schema.decodeUnknownResult(Schema.toCodecJson(DeliveredDocument))

/** The sections that stand alone: a fault in one costs the others nothing. */
const sections = [
  ...Object.entries(exposureSections).map(([kind, section]) => ({ kind: kind as ExposureKind, section })),
  { kind: "low_bandwidth", section: "low_bandwidth" }
] as const

/** Reads a published document. A section that breaks the schema is left out whole and reported. */
export const readDocument = (
  doc: Readonly<Record<string, unknown>>
): { readonly doc: DeliveredDocument; readonly errors: ReadonlyArray<ApplyError> } => {
  const shared = decode({ messages: doc["messages"] ?? {} })
  const read: Record<string, unknown> = Result.isSuccess(shared) ? { ...shared.success } : {}
  const errors: Array<ApplyError> = []
  for (const { kind, section } of sections) {
    if (doc[section] === undefined) continue
    const decoded = decode({ [section]: doc[section] })
    if (Result.isSuccess(decoded)) Object.assign(read, decoded.success)
    else errors.push({ kind, slug: "*", code: "whole_kind_failed", message: decoded.failure.message.slice(0, 2000) })
  }
  return { doc: read, errors }
}
