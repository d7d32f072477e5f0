package store

import (
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5/pgtype"

	"riffle.dev/riffle/internal/column"
)

// pgValue is a value of pgx in the form column.Parse takes for a type.
func pgValue(t column.Type, raw any) (any, error) {
	switch x := raw.(type) {
	case int16:
		return int64(x), nil
	case int32:
		return int64(x), nil
	case float32:
		return finite(float64(x), t)
	case float64:
		return finite(x, t)
	case pgtype.Numeric:
		return numeric(t, x)
	case time.Time:
		return x.UTC().Format(time.RFC3339Nano), nil
	case pgtype.Interval:
		if x.Months != 0 {
			return nil, fmt.Errorf("want %s, got an interval of months, which have no length", t)
		}
		return render(time.Duration(x.Days)*24*time.Hour + time.Duration(x.Microseconds)*time.Microsecond), nil
	case pgtype.InfinityModifier:
		return nil, fmt.Errorf("want %s, got infinity", t)
	case []any:
		if t.Kind == column.Vector {
			for i := range x {
				v, err := pgValue(column.Type{Kind: column.Float}, x[i])
				if err != nil {
					return nil, err
				}
				x[i] = v
			}
			return x, nil
		}
		if t.Kind == column.List && t.Elem != nil {
			for i := range x {
				v, err := pgValue(*t.Elem, x[i])
				if err != nil {
					return nil, err
				}
				x[i] = v
			}
		}
	}
	return raw, nil
}

// finite is a float; NaN, which JSON has no word for, is nil where that may be.
func finite(f float64, t column.Type) (any, error) {
	if (math.IsNaN(f) || math.IsInf(f, 0)) && t.Nullable {
		return nil, nil
	}
	return f, nil
}

func numeric(t column.Type, x pgtype.Numeric) (any, error) {
	if t.Kind == column.Int {
		n, err := x.Int64Value()
		if err != nil || !n.Valid {
			return nil, fmt.Errorf("want %s, got a number that is none", t)
		}
		return n.Int64, nil
	}
	f, err := x.Float64Value()
	if err != nil || !f.Valid {
		return nil, fmt.Errorf("want %s, got a number that is none", t)
	}
	return finite(f.Float64, t)
}

// render a duration as the language writes it.
func render(d time.Duration) string {
	return column.Render(column.Type{Kind: column.Duration}, int64(d)).(string)
}
