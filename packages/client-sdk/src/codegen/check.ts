import { type Section, sections } from "./Document.ts"
import { fingerprint, type Model } from "./Model.ts"

interface Recorded {
  readonly section: Section
  readonly slug: string
  readonly type: string
  readonly source: string
}

/** What a generated file says that it was made from. */
export interface RecordedFile {
  readonly robotId: string
  readonly version: number
  readonly entries: ReadonlyArray<Recorded>
}

const isSection = (name: string): name is Section => (sections as ReadonlyArray<string>).includes(name)

/** Reads the record at the end of a generated file; undefined where there is none. */
export const readRecord = (text: string): RecordedFile | undefined => {
  const block = /\/\* fleet types\r?\nrobot (\S+)\r?\nversion (\d+)\r?\n([\s\S]*?)\*\//.exec(text)
  if (block === null) return undefined
  const [, robotId, version, lines] = block
  const entries = lines!.split(/\r?\n/).flatMap((line): ReadonlyArray<Recorded> => {
    const [section, slug, type, source] = line.split(" ")
    if (source === undefined || !isSection(section!)) return []
    return [{ section, slug: slug!, type: type!, source }]
  })
  return { robotId: robotId!, version: Number(version), entries }
}

/** Whether a file's text may be replaced by generated types: theirs, or none. */
export const isReplaceable = (text: string | undefined): boolean =>
  text === undefined || text.trim() === "" || readRecord(text) !== undefined

/** Something that a file relies on and that is otherwise now. */
export interface Break {
  readonly slug: string
  readonly kind: "removed" | "renamed" | "changed"
  readonly message: string
}

const singular: Readonly<Record<Section, string>> = {
  datapoints: "datapoint",
  actions: "action",
  services: "service",
  publishers: "publisher",
  cameras: "camera"
}

const gone = ({ section, slug, source }: Recorded, file: RecordedFile, now: Model): Break => {
  const elsewhere = now.entries.find((entry) => entry.slug === slug)
  const before = `The ${singular[section]} ${slug}`
  if (elsewhere !== undefined) {
    return { slug, kind: "changed", message: `${before} is a ${singular[elsewhere.section]} now.` }
  }
  const known = new Set(file.entries.map((entry) => `${entry.section} ${entry.slug}`))
  const renamed = now.entries.find(
    (entry) =>
      entry.section === section && !known.has(`${section} ${entry.slug}`) && fingerprint(entry.source) === source
  )
  return renamed === undefined
    ? { slug, kind: "removed", message: `${before} was removed.` }
    : { slug, kind: "renamed", message: `${before} was renamed to ${renamed.slug}.` }
}

/** Where a configuration no longer fits a generated file. What was not known when either was read breaks nothing. */
export const breaksOf = (file: RecordedFile, now: Model): ReadonlyArray<Break> =>
  file.entries.flatMap((recorded): ReadonlyArray<Break> => {
    const { section, slug, type } = recorded
    const entry = now.entries.find((candidate) => candidate.section === section && candidate.slug === slug)
    if (entry === undefined) return [gone(recorded, file, now)]
    if (type === "-" || entry.signature === null || fingerprint(entry.signature) === type) return []
    return [{ slug, kind: "changed", message: `The ${singular[section]} ${slug} has another type, unit or range now.` }]
  })

/** Slugs that a configuration has and a generated file does not. */
export const additionsOf = (file: RecordedFile, now: Model): ReadonlyArray<string> => {
  const known = new Set(file.entries.map(({ section, slug }) => `${section} ${slug}`))
  return now.entries.filter(({ section, slug }) => !known.has(`${section} ${slug}`)).map(({ slug }) => slug)
}
