import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useWords } from "../../../i18n/words.ts"
import { buttonClass } from "../../../kit/Button.tsx"
import { Empty } from "../../../kit/Empty.tsx"
import { Activity } from "../../../kit/icons.ts"
import { fleet } from "../../../session/client.ts"
import { liveWords } from "../words.ts"

/** A robot that publishes nothing: what its bridge sees, and where to choose from it. */
export const NothingShown = ({ isOnline, robotId }: { readonly robotId: string; readonly isOnline: boolean }) => {
  const t = useWords(liveWords)
  const graph = useQuery({
    queryKey: ["introspection.get", robotId],
    enabled: isOnline,
    queryFn: ({ signal }) => fleet.request("introspection.get", { params: { id: robotId }, signal })
  })
  return (
    <Empty
      icon={Activity}
      title={t.nothing}
      act={
        <Link
          to="/robots/$robotId/setup/$step"
          params={{ robotId, step: "expose" }}
          className={buttonClass({ kind: "primary" })}
        >
          {t.chooseWhat}
        </Link>
      }
    >
      {t.nothingHint(graph.data?.graph.topics.length ?? 0)}
    </Empty>
  )
}
