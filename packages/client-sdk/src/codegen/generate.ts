import type { Request } from "../Request.ts"
import { additionsOf, type Break, breaksOf, readRecord } from "./check.ts"
import type { Document } from "./Document.ts"
import { readModel, readPublished } from "./read.ts"
import { render } from "./render.ts"

export interface Generated {
  readonly text: string
  /** ROS types whose values are `unknown`, since neither the service nor the robot could say. */
  readonly unknownTypes: ReadonlyArray<string>
}

/** The TypeScript of a robot's published configuration. */
export const generate = async (
  request: Request,
  robot: { readonly id: string; readonly name: string }
): Promise<Generated> => {
  const published = await readPublished(request, robot.id)
  if (published === null) throw new Error(`${robot.name} has no published configuration to make types from.`)
  const model = await readModel(request, robot.id, published.doc)
  const origin = { robotId: robot.id, robotName: robot.name, version: published.version }
  return { text: render(origin, model), unknownTypes: model.unknownTypes }
}

export interface FileCheck {
  readonly breaks: ReadonlyArray<Break & { readonly where: string }>
  /** Published slugs that the file does not have. */
  readonly additions: ReadonlyArray<string>
  readonly draftSkipped: boolean
}

/** Holds a generated file against the published version and the draft. `id` is another robot than the file's own. */
export const checkFile = async (request: Request, name: string, text: string, id?: string): Promise<FileCheck> => {
  const file = readRecord(text)
  if (file === undefined) throw new Error(`${name} was not written by \`fleet types\`.`)
  const robotId = id ?? file.robotId
  const published = await readPublished(request, robotId)
  const draft = await request("config.draft", { params: { id: robotId } })
  const now = await readModel(request, robotId, published?.doc ?? {})
  const atVersion = published === null ? "nothing is published" : `version ${published.version}`
  const breaks = breaksOf(file, now).map((each) => ({ ...each, where: atVersion }))
  if (draft.doc === null) return { breaks, additions: additionsOf(file, now), draftSkipped: draft.source !== "" }
  const known = new Set(breaks.map(({ message }) => message))
  const next = await readModel(request, robotId, draft.doc as Document)
  const planned = breaksOf(file, next).filter(({ message }) => !known.has(message))
  return {
    breaks: [...breaks, ...planned.map((each) => ({ ...each, where: "draft" }))],
    additions: additionsOf(file, now),
    draftSkipped: false
  }
}
