import type { ReactNode } from 'react'
import css from './table.module.css'

type Row = { key: string; cells: readonly ReactNode[] }
/** `heads` has one entry per column. The entry of a column that contains only buttons is empty. */
type Props = { caption: string; heads: readonly string[]; rows: readonly Row[] }

/** A plain table. The first column contains the names of the rows, and the other columns are right-aligned. */
export const Table = ({ caption, heads, rows }: Props) => (
  <div className={css.box}>
    <table className={css.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) =>
            head ? (
              <th key={head} scope="col">
                {head}
              </th>
            ) : (
              <td key={head} />
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, at) => (
              <td key={heads[at]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
