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
}

export interface Scenario {
  readonly name: string
  readonly about: string
  readonly run: (rounds: number) => Promise<Outcome>
}

/** A figure of one row over that of another; absent rows give none. */
export const ratio = (
  rows: ReadonlyArray<Row>,
  figure: string,
  ours: string,
  peer: string
): Readonly<Record<string, number>> => {
  const value = (name: string) => rows.find((row) => row.name === name)?.median[figure]
  const [top, bottom] = [value(ours), value(peer)]
  return top === undefined || bottom === undefined ? {} : { [`${figure}: ${ours} / ${peer}`]: top / bottom }
}
