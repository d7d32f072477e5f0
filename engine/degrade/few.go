package degrade

import "math"

// few are the arrivals of the last ticks. What comes in a tenth of a second is
// a poor sample of a rate when it is little: of n arrivals the deviation is √n, and
// a forecast that follows upwards at once would hold to the highest of them. So a
// rate is that of as many ticks as it takes to see enough, newest first: of much
// that is the last alone. A rise is not waited for longer than its proof takes: what
// the newest ticks show beyond chance counts at once.
type few struct {
	came [fewTicks]float64
	took [fewTicks]float64 // seconds
	next int
}

const (
	fewTicks  = 20
	fewEnough = 300 // arrivals
	fewChance = 1.5 // deviations that may be chance
)

// step takes the arrivals of dt seconds, and gives the rate to forecast by.
func (f *few) step(came, dt float64) float64 {
	f.came[f.next], f.took[f.next] = came, dt
	sum, time, proved := 0.0, 0.0, 0.0
	for k := range fewTicks {
		i := (f.next - k + fewTicks) % fewTicks
		sum, time = sum+f.came[i], time+f.took[i]
		if sum >= fewEnough {
			break
		}
		if time > 0 {
			proved = max(proved, (sum-fewChance*math.Sqrt(sum))/time)
		}
	}
	f.next = (f.next + 1) % fewTicks
	return max(sum/time, proved)
}
