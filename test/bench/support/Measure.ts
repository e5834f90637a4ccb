import type { Around } from "./Others.ts"
import type { Plan } from "./Plan.ts"
import { median } from "./Stats.ts"

/** One run of one subject: figures by name, with their unit in the name. */
export type Figures = Readonly<Record<string, number>>

export interface Subject {
  readonly name: string
  readonly run: () => Promise<Figures>
}

export interface Row {
  readonly name: string
  readonly median: Figures
  readonly runs: ReadonlyArray<Figures>
}

/** The same traffic for every subject, one after the other in each round, so that a noisy minute hits all alike. */
export const measure = async (subjects: ReadonlyArray<Subject>, rounds: number): Promise<ReadonlyArray<Row>> => {
  const runs = subjects.map((): Array<Figures> => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, subject] of subjects.entries()) runs[index]!.push(await subject.run())
  }
  return subjects.map(({ name }, index) => ({ name, runs: runs[index]!, median: medians(runs[index]!) }))
}

/** The median of each figure. */
export const medians = (runs: ReadonlyArray<Figures>): Figures =>
  Object.fromEntries(Object.keys(runs[0] ?? {}).map((key) => [key, median(runs.map((run) => run[key]!))]))

/** What a scenario measured; `ratios` are ours to a peer's, by "figure: ours / peer". */
export interface Outcome {
  readonly rows: ReadonlyArray<Row>
  readonly notes: ReadonlyArray<string>
  readonly ratios: Readonly<Record<string, number>>
  /** What else the machine did meanwhile. */
  readonly around?: Around
}

export interface Scenario {
  readonly name: string
  readonly about: string
  readonly run: (plan: Plan) => Promise<Outcome>
}

/** A figure of a row; undefined where it was not measured. */
export const figure = (rows: ReadonlyArray<Row>, row: string, name: string): number | undefined =>
  rows.find((each) => each.name === row)?.median[name]

/** A figure of one row over that of another, from medians; undefined where one is absent. */
export const over = (rows: ReadonlyArray<Row>, name: string, ours: string, peer: string): number | undefined => {
  const [top, bottom] = [figure(rows, ours, name), figure(rows, peer, name)]
  return top === undefined || bottom === undefined ? undefined : top / bottom
}

/** The same with its name, for a table. */
export const ratio = (
  rows: ReadonlyArray<Row>,
  name: string,
  ours: string,
  peer: string
): Readonly<Record<string, number>> => {
  const value = over(rows, name, ours, peer)
  return value === undefined ? {} : { [`${name}: ${ours} / ${peer}`]: value }
}
