package degrade

// few are the arrivals of the last ticks. What comes in a tenth of a second is
// a poor sample of a rate when it is little: of n arrivals the deviation is √n, and
// a forecast that follows upwards at once would hold to the highest of them. So a
// rate is that of as many ticks as it takes to see enough, newest first: of much
// that is the last alone.
type few struct {
	came [fewTicks]float64
	took [fewTicks]float64 // seconds
	next int
}

const (
	fewTicks  = 10
	fewEnough = 50 // arrivals
)

// step takes the arrivals of dt seconds, and gives the rate to forecast by.
func (f *few) step(came, dt float64) float64 {
	f.came[f.next], f.took[f.next] = came, dt
	sum, time := 0.0, 0.0
	for k := range fewTicks {
		i := (f.next - k + fewTicks) % fewTicks
		sum, time = sum+f.came[i], time+f.took[i]
		if sum >= fewEnough {
			break
		}
	}
	f.next = (f.next + 1) % fewTicks
	return sum / time
}
