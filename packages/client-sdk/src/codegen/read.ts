import type { Request } from "../Request.ts"
import { definitionsFor } from "../typeDefinitions.ts"
import { type Document, namedTypes } from "./Document.ts"
import { type Model, modelOf } from "./Model.ts"

/** What a configuration document makes of a robot. */
export const readModel = async (request: Request, id: string, doc: Document): Promise<Model> =>
  modelOf(doc, await definitionsFor(request, id, namedTypes(doc)))

export interface Published {
  readonly version: number
  readonly doc: Document
}

/** The newest published version, null before the first. */
export const readPublished = async (request: Request, id: string): Promise<Published | null> => {
  const { versions } = await request("config.versions", { params: { id } })
  const newest = versions[0]?.version
  if (newest === undefined) return null
  const { doc, version } = await request("config.version", { params: { id, version: String(newest) } })
  return { version, doc: doc as Document }
}
