import {
  AlertMachine,
  type AlertMove,
  type AlertState,
  type AlertValue,
  isAlertValue
} from "@fleet/domain/AlertMachine"
import { firstCharacters } from "@fleet/domain/firstCharacters"
import type { AlertId } from "@fleet/domain/Ids"
import type { RobotHome } from "../home/RobotHome.ts"
import type { AlertRow } from "./AlertRow.ts"
import type { AlertDefinition } from "./planPublish.ts"

/** Moves of one alert that wait to be stored, at most. Of those beyond, only the newest state is stored. */
export const movesAtOnce = 100

/** Stored moves of one alert are so far apart, at least. */
export const spacingMs = 1_000

/** Characters of a text that are stored of a sample's value. */
const maxCharacters = 4096

/** An enabled alert at the process that holds its robot's bridge. */
export class LiveAlert {
  readonly home: Pick<RobotHome, "robotId" | "orgId" | "link">
  readonly machine: AlertMachine
  readonly key: string
  /** The datapoint's slug in the configuration that the bridge runs. */
  source_slug: string
  /** The datapoint's slug now. */
  slug: string
  /** What is known of the row; null until the row that a publish made is read. */
  row: { readonly id: AlertId; readonly revision: number } | null = null
  /** The newest state that is stored or waits to be. */
  accepted: AlertState = "ok"
  /** Accepted moves that are not stored yet, oldest first. */
  waiting: ReadonlyArray<AlertMove> = []
  /** A statement that stores its moves is under way. */
  isWriting = false
  /** No longer published as it is here: nothing more of it is stored. */
  isDropped = false
  /** The newest value is not stored. */
  hasNewValue = false
  /** Dropped before its row was known, which is read: its newest value is stored then. */
  awaitsRow = false
  /** Something else wrote the state, or a write whose answer was lost did: which one is not known. */
  private isRefused = false
  /** When the last move was accepted, by the cloud's clock. */
  private acceptedAtMs = Number.NEGATIVE_INFINITY

  constructor(home: LiveAlert["home"], { condition, key, slug }: AlertDefinition) {
    this.home = home
    this.key = key
    this.source_slug = slug
    this.slug = slug
    this.machine = new AlertMachine(condition)
  }

  /** Whether the newest state is neither stored nor waits to be. */
  get isBehind(): boolean {
    return this.accepted !== this.machine.state
  }

  /** Whether all that is known here is stored. */
  get isSettled(): boolean {
    return this.isDropped || (!this.isBehind && this.waiting.length === 0 && !this.hasNewValue)
  }

  /** The newest value as it is stored; undefined before the first. */
  get value(): AlertValue | undefined {
    const { value } = this.machine
    return value === undefined ? undefined : stored(value)
  }

  /** Makes the newest move one to be stored, unless it follows the last too soon; whether it did. */
  accept(nowMs: number): boolean {
    const { moved } = this.machine
    const passedMs = nowMs - this.acceptedAtMs
    const isTooSoon = passedMs >= 0 && passedMs < spacingMs
    if (moved === null || isTooSoon || this.waiting.length >= movesAtOnce) return false
    this.accepted = moved.state
    this.acceptedAtMs = nowMs
    this.waiting = [...this.waiting, { ...moved, value: stored(moved.value) }]
    return true
  }

  /** The oldest moves are stored, as this revision. */
  settle(moves: number, revision: number): void {
    if (this.row !== null) this.row = { ...this.row, revision }
    this.waiting = this.waiting.slice(moves)
  }

  /** The oldest moves cannot be stored. */
  drop(moves: number): void {
    this.waiting = this.waiting.slice(moves)
  }

  /** The moves were not stored: there is a newer revision, which is adopted next. */
  refuse(): void {
    this.waiting = []
    this.isRefused = true
  }

  /** Takes over the newest value from what was published before with another condition. Answers whether it has one now. */
  inherit({ machine }: LiveAlert): boolean {
    this.machine.value = machine.value
    return machine.value !== undefined
  }

  /** Goes on from what is stored, where that is newer than what is known here. */
  adopt({ id, last_value, revision, state }: AlertRow): void {
    const { machine, row } = this
    if (this.isWriting || (row !== null && row.revision >= revision)) return
    this.row = { id, revision }
    if (row === null && machine.value !== undefined) {
      // Samples came since the publish that made the row.
      if (this.waiting[0]?.state === state) this.waiting = this.waiting.slice(1)
      if (this.waiting.length === 0) this.accepted = state
      return
    }
    this.waiting = []
    this.accepted = state
    // The samples that moved it came here alone: what they made of it is newer than what is stored.
    if (this.isRefused) this.isRefused = false
    else machine.state = state
    if (machine.value === undefined && isAlertValue(last_value)) machine.value = last_value
  }
}

const stored = (value: AlertValue): AlertValue =>
  typeof value === "string" ? firstCharacters(value, maxCharacters) : value
