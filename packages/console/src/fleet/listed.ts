/** The robots of the list that was seen last, in its order: what its filter and sorting left. */
let ids: ReadonlyArray<string> = []

/** The list shows these robots now. */
export const keepListed = (shown: ReadonlyArray<string>): void => {
  ids = shown
}

/** Robots are looked at no more: whoever comes to one from elsewhere walks all of them. */
export const forgetListed = (): void => keepListed([])

/**
 * The robots among which one is walked, in order: those of the list that was seen last where it is one of them, otherwise
 * `all`. Those that are gone are left out.
 */
export const walkOf = <Robot extends { readonly robot: { readonly id: string } }>(
  all: ReadonlyArray<Robot>,
  robotId: string
): ReadonlyArray<Robot> => {
  if (!ids.includes(robotId)) return all
  const byId = new Map(all.map((each) => [each.robot.id, each]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
