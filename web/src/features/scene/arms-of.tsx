/** The arms that a request fell into, by experiment, as words. */
export function ArmsOf({ arms }: { arms: Readonly<Record<string, string>> }) {
  const words = Object.entries(arms)
    .map(([experiment, arm]) => `${experiment}: ${arm}`)
    .sort()
  return (
    <span className="mono" data-arms>
      {words.join(', ')}
    </span>
  )
}
