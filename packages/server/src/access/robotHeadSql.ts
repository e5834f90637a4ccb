import type { RobotId } from "@fleet/domain/Ids"

/** What a list shows of any robot, as far as Postgres writes it. */
export interface RobotHead {
  /** The id, which always has the same length, and the name as JSON. */
  readonly head: string
  readonly created_at: Date
}

const idLength = "00000000-0000-0000-0000-000000000000".length

/**
 * The columns of a RobotHead. As text an id is read at once, and not byte by byte. To be selected from a subquery that has
 * sorted (`OFFSET 0` keeps it apart), so that no text is sorted and the first rows are read while the others are written.
 */
export const robotHead = "id::text || to_json(name)::text AS head, created_at"

export const idOf = ({ head }: RobotHead): RobotId => head.slice(0, idLength) as RobotId
export const nameJsonOf = ({ head }: RobotHead): string => head.slice(idLength)
