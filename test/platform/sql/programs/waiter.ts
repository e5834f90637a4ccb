// Says what it was started with, then ends as told: `exit <code>`, a moment after a signal (`drain`), or never.
const [mode, code] = process.argv.slice(2)
if (mode === "drain") {
  process.on("SIGTERM", () => {
    process.stdout.write("SIGTERM\n")
    setTimeout(() => process.exit(3), 100)
  })
}
process.stdout.write(`${process.version} ${process.argv.slice(2).join(" ")}\n`)
if (mode === "exit") process.exit(Number(code))
setInterval(() => {}, 1000)
