/** What was typed into the form of a command, by parameter. */
export type Typed = Readonly<Record<string, string | undefined>>

/** What was sent for it: numbers as numbers. */
export type Values = Readonly<Record<string, unknown>>

/** As many runs as are remembered with what they were started with. */
const mostRuns = 200

const forms = new Map<string, Typed>()
const runs = new Map<string, { readonly typed: Typed; readonly values: Values }>()

/** Names the form of a command. */
export const formOf = (robotId: string, slug: string): string => `${robotId} ${slug}`

/** What was typed into a form, for as long as the tab is open. */
export const typedIn = (form: string): Typed | undefined => forms.get(form)

export const keepTyped = (form: string, typed: Typed): void => {
  forms.set(form, typed)
}

export const hasTyped = (): boolean => forms.size > 0

/** What a run was started with. The service keeps no parameters: only this tab knows them, until it is closed. */
export const keepStarted = (runId: string, typed: Typed | undefined, values: Values): void => {
  runs.delete(runId)
  runs.set(runId, { typed: typed ?? {}, values })
  const [oldest] = runs.keys()
  if (runs.size > mostRuns && oldest !== undefined) runs.delete(oldest)
}

/** The values that this tab started a run with; undefined where it did not. */
export const startedWith = (runId: string): Values | undefined => runs.get(runId)?.values

/** Fills a form in with what a run was started with, as if it was typed again. */
export const takeUp = (runId: string, form: string): void => {
  const started = runs.get(runId)
  if (started !== undefined) forms.set(form, started.typed)
}
