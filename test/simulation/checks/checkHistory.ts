import type { World } from "../World.ts"

interface Recorded {
  readonly value: number
  readonly timestamp_ms: number
}

/** What is recorded of a robot is what it sent: each value once, in its order, and none nearer to another than a second. */
export const checkHistory = async ({ kernel, observer, operator, robots }: World): Promise<void> => {
  for (const { actor, exists, id } of robots) {
    if (!exists.is(true)) continue
    const { name, sentMs } = actor.robot
    const path = `/api/robots/${id}/datapoints/battery/history?from=${kernel.beganMs}&limit=1000`
    const { samples } = ((await operator.read(path)) ?? { samples: [] }) as {
      readonly samples: ReadonlyArray<Recorded>
    }
    let last: Recorded = { value: 0, timestamp_ms: 0 }
    for (const sample of samples) {
      const { timestamp_ms, value } = sample
      if (sentMs.get(value) !== timestamp_ms) observer.violate(`${name} never sent what is recorded: ${value}`)
      if (value <= last.value) observer.violate(`${value} is recorded after ${last.value} of ${name}`)
      if (timestamp_ms - last.timestamp_ms < 1000)
        observer.violate(`${value} of ${name} is recorded too near to ${last.value}`)
      last = sample
    }
  }
}
