package simulate

import (
	"context"
	"fmt"
	"os"
	"testing"
)

func TestScratch(t *testing.T) {
	for _, sc := range Scenarios() {
		if os.Getenv("SC") != "" && os.Getenv("SC") != sc.Name {
			continue
		}
		w := newWorld(&sc, 1)
		w.policy = newOurs(w)
		r := w.run()
		_ = context.Background
		b1, _ := yardstick(&sc, w.slots)
		s2 := append([]slot(nil), w.slots...)
		for i := range s2 {
			s2[i].capacity *= .92
		}
		b2, _ := yardstick(&sc, s2)
		r.finish(w, b1)
		fmt.Printf("%s lost %.4f%% kept %.4f kept.92 %.4f normal %.1f\n", sc.Name, 100*r.Lost, r.Kept, r.Kept*b1/b2, r.Normal)
		// by 2 s windows
		for i := 0; i+20 <= len(w.slots) && os.Getenv("SC") != ""; i += 20 {
			y, _ := yardstick(&sc, w.slots[i:i+20])
			g := 0.0
			for _, x := range gains[i : i+20] {
				g += x
			}
			fmt.Printf("  %4.1f  %.4f  share of all %.3f\n", float64(i)/10, g/y, y/b1)
		}
		gains = nil
	}
}
