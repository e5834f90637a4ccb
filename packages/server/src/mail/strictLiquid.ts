import { Context, defaultOperators, Liquid, type Template, Token, toValueSync } from "liquidjs"
import { boundedFilters, contains, plain } from "./liquidFilters.ts"

/** Maximum characters of a rendered part. */
const maxOutput = 200_000

/** Maximum tags, outputs and stretches of text that are rendered. */
const maxSteps = 50_000

/**
 * Maximum CPU time of the parts of a mail together, in milliseconds: far above what a mail takes. CPU time, so that no good
 * template fails by chance on a busy machine.
 */
const maxMs = 500

/** The minimum interval between two reads of the CPU time. */
const checkIntervalMs = 2

const keptTags = new Set(["if", "unless", "case", "for", "break", "continue", "assign", "comment", "#"])

const keptFilters = new Set(
  [
    "abs at_least at_most ceil divided_by floor minus modulo plus round times",
    "append capitalize default downcase escape escape_once first last prepend size slice strip_newlines truncate",
    "truncatewords upcase"
  ].flatMap((names) => names.split(" "))
)

/** Liquid without files, without markup that is not escaped, and with an end to what a template may cost. */
const engine = (escaping: boolean): Liquid => {
  const liquid = new Liquid({
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    lenientIf: false,
    outputEscape: escaping ? "escape" : plain,
    operators: { ...defaultOperators, contains },
    // Of the longest part, 100000 characters, in UTF-16.
    parseLimit: 200_000,
    memoryLimit: 500_000,
    templates: {}
  })
  for (const tag of Object.keys(liquid.tags)) if (!keptTags.has(tag)) delete liquid.tags[tag]
  for (const filter of Object.keys(liquid.filters)) if (!keptFilters.has(filter)) liquid.unregisterFilter(filter)
  for (const [name, filter] of Object.entries(boundedFilters)) liquid.registerFilter(name, filter)
  // All that is printed is escaped once already.
  for (const filter of escaping ? ["escape", "escape_once"] : []) liquid.registerFilter(filter, plain)
  return liquid
}

const engines = { html: engine(true), text: engine(false) }

/** Collects output up to the limit. */
class Output {
  buffer = ""
  write(piece: unknown): void {
    const text = plain(piece)
    if (this.buffer.length + text.length > maxOutput) {
      throw new Error(`the output has more than ${maxOutput} characters`)
    }
    this.buffer += text
  }
}

/** Nested brackets: the analysis expands each of them with all that is inside. */
const tooDeep = /(?:\[[^[\]]*){100}/

/** Variables by their full name. */
export type Variables = Readonly<Record<string, string | number | null>>

const nested = (variables: Variables): Record<string, unknown> => {
  const scope: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(variables)) {
    const [first, second] = name.split(".") as [string, string?]
    if (second === undefined) scope[first] = value
    else scope[first] = { ...(scope[first] as object | undefined), [second]: value }
  }
  return scope
}

/** Every variable that a template names, also where it is not reached. */
const namesIn = (liquid: Liquid, templates: Array<Template>): ReadonlyArray<string> => {
  // The analysis asks for the line of every variable, and each answer reads the template from its beginning.
  const { getPosition } = Token.prototype
  Token.prototype.getPosition = () => [1, 1]
  try {
    return liquid.globalFullVariablesSync(templates)
  } finally {
    Token.prototype.getPosition = getPosition
  }
}

/** The CPU time of this thread in milliseconds. */
const spentMs = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1_000
}

/** Throws once the parts of a mail have used up their CPU time. Checks at once, or with `now` at most every interval. */
export type Allowance = (now?: number) => void

/** An allowance that counts from now on. */
export const makeAllowance = (): Allowance => {
  const began = spentMs()
  let checkedAt = performance.now()
  return (now = Infinity) => {
    if (now - checkedAt < checkIntervalMs) return
    checkedAt = performance.now()
    if (spentMs() - began > maxMs) throw new Error("the template takes too long")
  }
}

/** A render context with a template's values, in which each step is counted. */
const contextOf = (liquid: Liquid, variables: Variables, allow: Allowance): Context => {
  const context = new Context(nested(variables), liquid.options, { sync: true }, { liquid })
  let steps = 0
  context.renderLimit.check = (now) => {
    if (++steps > maxSteps) throw new Error(`the template takes more than ${maxSteps} steps`)
    allow(now)
  }
  return context
}

/** Fills in a template. Throws when it is wrong, names a variable that is not given, or costs too much. */
export const renderLiquid = (
  template: string,
  variables: Variables,
  kind: "html" | "text",
  allow: Allowance
): string => {
  const liquid = engines[kind]
  if (tooDeep.test(template)) throw new Error("more than 100 brackets are open at once")
  const templates = liquid.parse(template)
  for (const name of namesIn(liquid, templates)) {
    if (!Object.hasOwn(variables, name)) throw new Error(`unknown variable: ${name}`)
  }
  allow()
  const output = new Output()
  toValueSync(liquid.renderer.renderTemplates(templates, contextOf(liquid, variables, allow), output))
  return output.buffer
}
