/**
 * The pairs of colours of tokens.css that somebody has to tell apart. A test computes each in both themes, and fails one
 * that is below its bar: 4.5:1 for text, 3:1 for shapes and edges.
 */
export interface ContrastPair {
  /** The token of the text, shape or edge. */
  readonly front: string
  /** The tokens it stands on, the lowest first: what is pressed or selected lies translucent on a surface. */
  readonly back: readonly [surface: string, ...translucent: ReadonlyArray<string>]
  readonly least: 4.5 | 3
}

type Back = ContrastPair["back"]

const surfaces: ReadonlyArray<Back> = [["ground"], ["panel"], ["raised"], ["sunken"]]

/** What a row, an item or a button stands on while it is pointed at, pressed, chosen, or both chosen and pointed at. */
const acted: ReadonlyArray<Back> = ["ground", "panel", "raised"].flatMap((surface): ReadonlyArray<Back> => [
  [surface, "hover"],
  [surface, "pressed"],
  [surface, "selected"],
  [surface, "selected", "hover"]
])

const everywhere = [...surfaces, ...acted]

const pairs = (
  least: ContrastPair["least"],
  fronts: ReadonlyArray<string>,
  backs: ReadonlyArray<Back>
): ReadonlyArray<ContrastPair> => fronts.flatMap((front) => backs.map((back) => ({ front, back, least })))

const states = ["ok", "warn", "bad", "unsure"]

export const contrastPairs: ReadonlyArray<ContrastPair> = [
  ...pairs(4.5, ["text", "text-2", "text-3", "accent-text"], everywhere),
  ...pairs(4.5, ["text", "text-2", "text-3", "accent-text"], [["accent-soft"]]),
  ...states.flatMap((state) => [
    ...pairs(4.5, [`${state}-text`], [...everywhere, [`${state}-soft`]]),
    ...pairs(4.5, ["text", "text-2"], [[`${state}-soft`]]),
    ...pairs(3, [state], [...everywhere, [`${state}-soft`]])
  ]),
  ...pairs(4.5, ["text", "text-2"], [["glow"]]),
  ...pairs(4.5, ["on-accent"], [["accent"], ["accent-hover"]]),
  ...pairs(4.5, ["on-stop"], [["stop"]]),
  ...pairs(4.5, ["on-paper"], [["paper"]]),
  ...pairs(4.5, ["on-stage"], [["stage"]]),
  ...pairs(
    4.5,
    ["code-key", "code-string", "code-number", "code-comment", "code-param"],
    [["sunken"], ["panel"], ["raised"]]
  ),
  ...pairs(3, ["idle", "accent"], everywhere),
  ...pairs(3, ["stop", "edge"], [["ground"], ["panel"], ["raised"], ["sunken"]]),
  ...pairs(3, ["focus"], [...everywhere, ["accent-soft"]]),
  ...pairs(3, ["chart-1", "chart-2", "chart-3", "chart-4", "chart-5", "chart-6"], [["panel"], ["raised"]])
]

/** Colours that say nothing by themselves, each with the reason why no bar holds for it. */
export const decoration: Readonly<Record<string, string>> = {
  line: "separates what already stands apart",
  "line-2": "the edge of a card or button whose content names it",
  "button-edge": "the edge of a button that its words and its surface show",
  "ok-quiet": "one healthy mark among hundreds; every other state has a colour with a bar",
  "chart-grid": "guides the eye along values that are written beside it",
  scrim: "dims a page below a dialog"
}
