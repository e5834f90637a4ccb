import { FleetError } from "@fleet/sdk"
import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { fleet } from "../../../session/client.ts"

/** A still is looked for so often while it is shown, in milliseconds. */
const everyMs = 10_000

/** The newest still of a camera as an address of this page, with when it was taken; null before the first. */
export const useStill = (robotId: string, slug: string, isWanted: boolean) => {
  const still = useQuery({
    queryKey: ["cameras.snapshot", robotId, slug],
    enabled: isWanted,
    refetchInterval: everyMs,
    queryFn: async ({ signal }) => {
      const camera = fleet.robot(robotId).camera(slug)
      const meta = await camera.snapshotMeta({ signal })
      if (meta.timestamp_ms === null) return null
      try {
        const bytes = await camera.snapshot({ signal })
        return {
          blob: new Blob([Uint8Array.from(bytes)], { type: meta.mime ?? "image/jpeg" }),
          atMs: meta.timestamp_ms
        }
      } catch (error) {
        if (FleetError.is(error) && error.code === "no_snapshot_yet") return null
        throw error
      }
    }
  })
  const [address, setAddress] = useState<string>()
  const blob = still.data?.blob
  useEffect(() => {
    if (blob === undefined) return setAddress(undefined)
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return { address, atMs: still.data?.atMs, isNone: still.data === null, error: still.error, retry: still.refetch }
}
