/** How a robot's values of a slug are written: the unit behind them, and their digits behind the point. */
export interface Described {
  readonly slug: string
  readonly unit: string | null
  readonly decimals: number | null
}

interface UnitsOptions {
  /** The datapoints that a robot publishes. */
  readonly read: (robotId: string) => Promise<ReadonlyArray<Described>>
  /** As many robots as are asked at once. */
  readonly atOnce?: number
  /** How long a row has to stay before its robot is asked, in milliseconds: lists are scrolled through. */
  readonly dwellMs?: number
}

const keyOf = (robotId: string, version: number | null) => `${robotId} ${version}`

interface Wanted {
  readonly robotId: string
  wants: number
  timer: ReturnType<typeof setTimeout> | undefined
}

/**
 * What the values of the robots on the screen are measured in. No list of robots says so, and a version of a configuration
 * never changes: each is asked once, while a row of its robot is on the screen, and a few at a time.
 */
export class Units {
  readonly #options: UnitsOptions
  readonly #known = new Map<string, ReadonlyMap<string, Described>>()
  readonly #failed = new Set<string>()
  readonly #wanted = new Map<string, Wanted>()
  readonly #waiting: Array<string> = []
  readonly #listeners = new Set<() => void>()
  #asked = new Set<string>()
  #revision = 0

  constructor(options: UnitsOptions) {
    this.#options = options
  }

  /** Another number after each answer. */
  get revision(): number {
    return this.#revision
  }

  /** All that a robot publishes; undefined until it has answered, "failed" where the last try to ask it did. */
  published(robotId: string, version: number | null): ReadonlyMap<string, Described> | "failed" | undefined {
    const key = keyOf(robotId, version)
    return this.#known.get(key) ?? (this.#failed.has(key) ? "failed" : undefined)
  }

  /** Undefined until the robot has answered, and for a slug that it does not publish. */
  get(robotId: string, version: number | null, slug: string): Described | undefined {
    return this.#known.get(keyOf(robotId, version))?.get(slug)
  }

  /** Asks for a robot's units while it is wanted. Answers how to let it go. */
  want(robotId: string, version: number | null): () => void {
    const key = keyOf(robotId, version)
    if (version === null || this.#known.has(key)) return () => undefined
    const wanted = this.#wanted.get(key) ?? { robotId, wants: 0, timer: undefined }
    this.#wanted.set(key, wanted)
    wanted.wants += 1
    if (wanted.timer === undefined && !this.#asked.has(key))
      wanted.timer = setTimeout(() => {
        this.#waiting.push(key)
        this.#next()
      }, this.#options.dwellMs ?? 200)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      wanted.wants -= 1
      if (wanted.wants > 0) return
      clearTimeout(wanted.timer)
      this.#wanted.delete(key)
    }
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Somebody else may sign in next. */
  clear(): void {
    this.#known.clear()
    this.#failed.clear()
  }

  #tell(): void {
    this.#revision += 1
    for (const listener of this.#listeners) listener()
  }

  #next(): void {
    while (this.#asked.size < (this.#options.atOnce ?? 3)) {
      // What came into view last is looked at now.
      const key = this.#waiting.pop()
      if (key === undefined) return
      const wanted = this.#wanted.get(key)
      if (wanted === undefined || this.#known.has(key) || this.#asked.has(key)) continue
      this.#asked.add(key)
      void this.#read(key, wanted)
    }
  }

  async #read(key: string, wanted: Wanted): Promise<void> {
    try {
      const found = await this.#options.read(wanted.robotId)
      this.#failed.delete(key)
      this.#known.set(key, new Map(found.map((described) => [described.slug, described])))
      this.#tell()
    } catch {
      // A value without its unit stays a value. The row asks again when it comes back.
      this.#failed.add(key)
      this.#tell()
    } finally {
      wanted.timer = undefined
      this.#asked.delete(key)
      this.#next()
    }
  }
}
