import { retentionDefaults } from "@fleet/domain/RobotConfig/Datapoint"
import type { Sample } from "./Sample.ts"

/** What all samples kept together may weigh, so that a long outage never exhausts a robot's memory. */
const maxCharacters = 64 * 1024 * 1024

interface Shelf {
  capacity: number
  characters: number
  samples: Array<Sample>
}

/** Samples that could not be sent, oldest first within each datapoint. */
export class Backlog {
  readonly #shelves = new Map<string, Shelf>()
  #characters = 0
  /** Samples that there was no room for. */
  dropped = 0
  /** Is called for each of them. */
  onDropped: (slug: string) => void = () => undefined

  #shelf(slug: string): Shelf {
    let shelf = this.#shelves.get(slug)
    if (shelf === undefined) {
      shelf = { capacity: retentionDefaults.max_buffer_values, characters: 0, samples: [] }
      this.#shelves.set(slug, shelf)
    }
    return shelf
  }

  /** How many samples of this datapoint are kept at most. */
  capacityOf(slug: string): number {
    return this.#shelves.get(slug)?.capacity ?? retentionDefaults.max_buffer_values
  }

  #drop(shelf: Shelf): Sample | undefined {
    const dropped = shelf.samples.shift()
    if (dropped === undefined) return undefined
    shelf.characters -= dropped.json.length
    this.#characters -= dropped.json.length
    return dropped
  }

  #discard(shelf: Shelf): void {
    const dropped = this.#drop(shelf)
    if (dropped === undefined) return
    this.dropped += 1
    this.onDropped(dropped.slug)
  }

  #bound(shelf: Shelf): void {
    while (shelf.samples.length > shelf.capacity) this.#discard(shelf)
    while (this.#characters > maxCharacters) {
      this.#discard([...this.#shelves.values()].reduce((a, b) => (b.characters > a.characters ? b : a)))
    }
  }

  #put(sample: Sample, where: "first" | "last"): void {
    const shelf = this.#shelf(sample.slug)
    if (where === "first") shelf.samples.unshift(sample)
    else shelf.samples.push(sample)
    shelf.characters += sample.json.length
    this.#characters += sample.json.length
    this.#bound(shelf)
  }

  /** Keeps a sample; the oldest of its datapoint goes when there is no room. */
  keep(sample: Sample): void {
    this.#put(sample, "last")
  }

  /** Takes back a sample that `take` gave out. */
  giveBack(sample: Sample): void {
    this.#put(sample, "first")
  }

  /** How many samples of this datapoint are kept. */
  retain(slug: string, capacity: number): void {
    const shelf = this.#shelf(slug)
    shelf.capacity = capacity
    this.#bound(shelf)
  }

  /** Drops a datapoint that is no longer configured. */
  forget(slug: string): void {
    this.#characters -= this.#shelves.get(slug)?.characters ?? 0
    this.#shelves.delete(slug)
  }

  /** The next sample to replay: the datapoints take turns. */
  take(): Sample | undefined {
    for (const [slug, shelf] of this.#shelves) {
      const sample = this.#drop(shelf)
      if (sample === undefined) continue
      this.#shelves.delete(slug)
      this.#shelves.set(slug, shelf)
      return sample
    }
    return undefined
  }

  get size(): number {
    let size = 0
    for (const shelf of this.#shelves.values()) size += shelf.samples.length
    return size
  }
}
