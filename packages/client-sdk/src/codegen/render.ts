import { type Section, sections } from "./Document.ts"
import { type Entry, fingerprint, inComment, type Model } from "./Model.ts"

/** What the file is about. */
export interface Origin {
  readonly robotId: string
  readonly robotName: string
  readonly version: number
}

const words = (text: string): ReadonlyArray<string> =>
  text
    .normalize("NFKD")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")

/** `Rover 12` as `Rover12`; a name of other letters alone, or one that begins with a digit, after `Robot`. */
export const typeNameOf = (robotName: string): string => {
  const name = words(robotName)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")
  return /^[A-Za-z]/.test(name) ? name : `Robot${name}`
}

const reserved = new Set(
  (
    "break case catch class const continue debugger default delete do else enum export extends false finally for function if " +
    "import in instanceof new null return super switch this throw true try typeof var void while with let static yield await " +
    "implements interface package private protected public fleet id"
  ).split(" ")
)

const valueNameOf = (typeName: string): string => {
  const name = typeName.charAt(0).toLowerCase() + typeName.slice(1)
  return reserved.has(name) ? `${name}Robot` : name
}

/** Brackets say how deep a line lies. */
const indent = (text: string, depth: number): string => {
  let level = depth
  return text
    .split("\n")
    .map((line) => {
      if (/^[}\]]/.test(line)) level -= 1
      const indented = line === "" ? "" : "  ".repeat(level) + line
      if (/[{[]$/.test(line)) level += 1
      return indented
    })
    .join("\n")
}

const comment = (lines: ReadonlyArray<string>): string => {
  if (lines.length === 0) return ""
  if (lines.length === 1) return `/** ${lines[0]} */\n`
  return `/**\n${lines.map((line) => ` * ${line}\n`).join("")} */\n`
}

const member = ({ docs, slug, type }: Entry): string => indent(`${comment(docs)}readonly ${slug}: ${type}`, 2)

const sectionText = (section: Section, entries: ReadonlyArray<Entry>): string => {
  const own = entries.filter((entry) => entry.section === section)
  if (own.length === 0) return `  readonly ${section}: {}\n`
  return `  readonly ${section}: {\n${own.map((entry) => `${member(entry)}\n`).join("")}  }\n`
}

/** `-` stands for a type that was not known. */
export const recordOf = ({ section, signature, slug, source }: Entry): string =>
  `${section} ${slug} ${signature === null ? "-" : fingerprint(signature)} ${fingerprint(source)}`

/** The TypeScript of a robot. The same document and definitions give the same text. */
export const render = ({ robotId, robotName, version }: Origin, model: Model): string => {
  const taken = new Set(model.interfaces.flatMap((text) => /export interface (\w+)/.exec(text)?.[1] ?? []))
  const asked = typeNameOf(robotName)
  const name = taken.has(asked) || asked === "TypedRobot" || asked === "FleetClient" ? `${asked}Exposures` : asked
  const value = valueNameOf(asked)
  const usesNoParams = model.entries.some(({ type }) => /\bNoParams\b/.test(type))
  const imported = ["FleetClient", ...(usesNoParams ? ["NoParams"] : []), "TypedRobot"].join(", ")
  return [
    `// Written by \`fleet types\` from version ${version} of the configuration of ${inComment(robotName)}. Do not edit.\n`,
    `import type { ${imported} } from "@fleet/sdk"\n`,
    ...model.interfaces,
    `/** What ${inComment(robotName)} exposes. */\nexport interface ${name} {\n${sections
      .map((section) => sectionText(section, model.entries))
      .join("")}}\n`,
    `/** The robot's id. */\nexport const ${value}Id = ${JSON.stringify(robotId)}\n`,
    `/** ${inComment(robotName)}, or with \`id\` another robot of the same configuration. */\n` +
      `export const ${value} = (fleet: FleetClient, id: string = ${value}Id): TypedRobot<${name}> =>\n` +
      `  fleet.robot(id) as unknown as TypedRobot<${name}>\n`,
    `/* fleet types\nrobot ${robotId}\nversion ${version}\n${model.entries.map((entry) => `${recordOf(entry)}\n`).join("")}*/\n`
  ].join("\n")
}
