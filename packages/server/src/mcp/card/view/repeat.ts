/** Does something again and again, each time a pause after it ended, while the page is visible. Answers what ends it. */
export const repeat = (pauseMs: number, work: () => Promise<void>): (() => void) => {
  let isOver = false
  const round = async () => {
    if (isOver) return
    if (!document.hidden) await work()
    if (!isOver) setTimeout(() => void round(), pauseMs)
  }
  void round()
  return () => {
    isOver = true
  }
}
